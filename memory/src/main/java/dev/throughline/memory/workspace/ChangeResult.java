package dev.throughline.memory.workspace;

import java.util.List;

/**
 * The result of a change.
 *
 * @param operation its number in the history; 0 if there was nothing to do
 */
public record ChangeResult(long operation, List<PageResult> results) {
    public ChangeResult {
        results = List.copyOf(results);
    }

    public record PageResult(MemoryPath path, PageEffect effect) {}

    /** The effect of the change on a page. */
    public enum PageEffect {
        WRITTEN,
        /** A person edited it after it was read; it contains both changes now. */
        MERGED,
        DELETED,
        APPENDED,
        /** It already had the wanted text, or did not exist. */
        UNCHANGED,
        /** It was not deleted because a person edited it after it was read. */
        KEPT
    }
}
