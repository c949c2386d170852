package dev.throughline.engine.recall;

import dev.throughline.model.text.TextCut;

/**
 * Quotes a payload unchanged, in such a way that no text inside the payload can end the quotation.
 *
 * <pre>
 *   == ab12cd34 tool_result Bash 2026-11-15T10:00:00Z, 1234 characters ==
 *   the payload, unchanged
 *   == end ab12cd34 ==
 * </pre>
 *
 * <p>Nothing is escaped. If the payload contains the closing line, both lines get one more {@code =} at each end until
 * it does not. The payload is the text between the opening line and the first closing line with the same number of
 * {@code =}; the opening line contains its length. The label may also contain arbitrary text, so it is reduced to one
 * line.
 */
public final class QuoteFence {
    private static final int LABEL_CHARACTERS = 120;

    private QuoteFence() {}

    /** Returns a payload between its opening and its closing line. */
    public static String around(String handle, String label, String payload) {
        String bar = "==";
        while (payload.contains(end(bar, handle))) {
            bar += "=";
        }
        return bar + " " + handle + " " + oneLine(label) + ", " + payload.length() + " characters " + bar + "\n"
                + payload + "\n" + end(bar, handle) + "\n";
    }

    private static String end(String bar, String handle) {
        return bar + " end " + handle + " " + bar;
    }

    /** A label in one line, without characters that could end it. */
    private static String oneLine(String label) {
        return TextCut.to(label.replaceAll("[\\p{Cntrl}\\s=]+", " ").strip(), LABEL_CHARACTERS);
    }
}
