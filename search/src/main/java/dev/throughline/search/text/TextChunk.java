package dev.throughline.search.text;

/**
 * A range of whole lines of a document, or a part of a line that is too long.
 *
 * @param fromLine the first line, counted from one
 * @param start the offset of its first character in the document
 * @param end the offset after its last character, line end included
 * @param lead its context, such as the headings of its section; may be empty
 */
public record TextChunk(int fromLine, int toLine, int start, int end, String lead) {
    public TextChunk {
        if (fromLine < 1 || toLine < fromLine || start < 0 || end < start) {
            throw new IllegalArgumentException(
                    "expected a range of lines, found " + fromLine + "-" + toLine + " at " + start + "-" + end);
        }
    }

    public String of(String text) {
        return text.substring(start, end);
    }
}
