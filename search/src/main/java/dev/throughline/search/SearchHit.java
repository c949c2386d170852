package dev.throughline.search;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One thing found.
 *
 * @param id of its document
 * @param fromLine the first line, counted from one
 * @param score from 0 to 1; comparable within one answer
 * @param snippet the best lines of it, at most 700 characters
 * @param date the day of its document, or else the last day that its lines name; null if there is neither
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
    /** How to name the place: {@code memory/2026-04-05.md#L3-L9}. */
    public String citation() {
        return fromLine == toLine ? path + "#L" + fromLine : path + "#L" + fromLine + "-L" + toLine;
    }
}
