package dev.throughline.memory.workspace;

import java.util.List;

/**
 * What came of a change.
 *
 * @param operation its number in the history; 0 if there was nothing to do
 */
public record ChangeResult(long operation, List<Result> results) {
    public ChangeResult {
        results = List.copyOf(results);
    }

    /** What came of it for one page. */
    public record Result(MemoryPath path, Effect effect) {}

    /** What became of a page. */
    public enum Effect {
        WRITTEN,
        /** It had been edited since it was read; both stand in it now. */
        MERGED,
        DELETED,
        APPENDED,
        /** It says already what it was to say, or is gone already. */
        UNCHANGED,
        /** It was to go, but a person has edited it since it was read, so it stays. */
        KEPT
    }
}
