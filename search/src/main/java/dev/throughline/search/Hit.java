package dev.throughline.search;

/**
 * One thing found.
 *
 * @param id of its document
 * @param fromLine the first line, counted from one
 * @param score from 0 to 1; comparable within one answer
 * @param snippet the best lines of it, at most 700 characters
 */
public record Hit(String id, String path, int fromLine, int toLine, double score, String snippet, Scope scope) {
    /** How to name the place: {@code memory/2026-04-05.md#L3-L9}. */
    public String citation() {
        return fromLine == toLine ? path + "#L" + fromLine : path + "#L" + fromLine + "-L" + toLine;
    }
}
