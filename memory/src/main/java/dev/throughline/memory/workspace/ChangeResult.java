package dev.throughline.memory.workspace;

import java.util.List;

/**
 * What a change did.
 *
 * @param operation its number in the history; 0 if there was nothing to do
 */
public record ChangeResult(long operation, List<PageResult> results) {
    public ChangeResult {
        results = List.copyOf(results);
    }

    public record PageResult(MemoryPath path, Effect effect) {}

    /** What the change did to a page. */
    public enum Effect {
        WRITTEN,
        /** It was edited after it was read; it contains both now. */
        MERGED,
        DELETED,
        APPENDED,
        /** It had the wanted text, or did not exist, already. */
        UNCHANGED,
        /** It was not deleted because a person edited it after it was read. */
        KEPT
    }
}
