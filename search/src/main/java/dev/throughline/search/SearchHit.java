package dev.throughline.search;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One hit of a search.
 *
 * @param id the id of the document
 * @param fromLine the first line, counted from one
 * @param score from 0 to 1; comparable within one result
 * @param snippet the best lines of the chunk, at most 700 characters
 * @param date the date of the document, or else the last date in the snippet; null if there is neither
 */
public record SearchHit(
        String id,
        String path,
        int fromLine,
        int toLine,
        double score,
        String snippet,
        SearchScope scope,
        @Nullable LocalDate date) {
    /** Path and lines, as in {@code memory/2026-04-05.md#L3-L9}. */
    public String citation() {
        return fromLine == toLine ? path + "#L" + fromLine : path + "#L" + fromLine + "-L" + toLine;
    }
}
