package dev.throughline.engine.recall;

/**
 * Quotes a payload so that nothing inside can end the quotation, and every character of it stays as it was.
 *
 * <pre>
 *   == ab12cd34 tool_result Bash 2026-11-15T10:00:00Z, 1234 characters ==
 *   the payload, unchanged
 *   == end ab12cd34 ==
 * </pre>
 *
 * <p>Nothing is escaped. The closing line is made so that the payload does not hold it: if it does, both lines get one
 * more {@code =} at each end until it does not. To get the payload back, take what stands between the line end after
 * the
 * opening line and the line end before the first closing line with as many {@code =}; its length must be the one that
 * the opening line names. What a label says comes from outside too, so it is flattened to one line.
 */
public final class QuoteFence {
    private static final int LABEL_CHARACTERS = 120;

    private QuoteFence() {}

    /** A payload with a line before and a line behind it. */
    public static String around(String handle, String label, String payload) {
        String bar = "==";
        while (payload.contains(end(bar, handle))) {
            bar += "=";
        }
        return bar + " " + handle + " " + flat(label) + ", " + payload.length() + " characters " + bar + "\n" + payload
                + "\n" + end(bar, handle) + "\n";
    }

    private static String end(String bar, String handle) {
        return bar + " end " + handle + " " + bar;
    }

    /** A label in one line, without what could be taken for the end of it. */
    private static String flat(String label) {
        String line = label.replaceAll("[\\p{Cntrl}\\s=]+", " ").strip();
        return line.length() <= LABEL_CHARACTERS ? line : line.substring(0, LABEL_CHARACTERS - 1) + "…";
    }
}
