package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Cut;
import java.util.regex.Pattern;

/**
 * A long text cut to its beginning, its end, and the lines between them that report a failure.
 *
 * <pre>
 *   beginning (half)
 *   [1,204 lines not shown: recall id=ab12cd34]
 *   --- FAIL: TestParse (0.00s)
 *   [310 lines not shown]
 *   end (three tenths)
 * </pre>
 */
public final class Shortened {
    private static final Pattern TELLING =
            Pattern.compile("(?i)\\b(?:error|fail(?:ed|ure|ing)?|exception|panic|fatal|traceback|undefined|cannot"
                    + "|assert\\w*)\\b|^\\s*E\\s+\\S|^\\s*at"
                    + " \\S+\\(");
    private static final double BEGINNING = 0.5;
    private static final double END = 0.3;
    private static final double BETWEEN = 0.2;

    /** A longer line is no message: it is data, or code that was packed. */
    static final int LINE_CHARACTERS = 500;

    private Shortened() {}

    /** Whether a line reports a failure. */
    static boolean isTelling(String line) {
        return TELLING.matcher(line).find();
    }

    /** As much of a text as this part of its characters. */
    public static String of(String text, double part, String handle) {
        int room = (int) (text.length() * Math.min(1, part));
        int head = cut(text, (int) (room * BEGINNING));
        int tail = Math.max(head, text.length() - (int) (room * END));
        int lineStart = text.indexOf('\n', tail);
        tail = lineStart >= 0 && lineStart - tail < room / 10 + 200 ? lineStart + 1 : Cut.after(text, tail);
        StringBuilder cut = new StringBuilder(text.substring(0, head));
        String recall = handle.isEmpty() ? "" : "recall id=" + handle;
        between(text, head, tail, (int) (room * BETWEEN), recall, cut);
        return cut.append(text, tail, text.length()).toString();
    }

    /** The end of the last whole line before a place, if that is not far. */
    private static int cut(String text, int at) {
        int line = text.lastIndexOf('\n', at);
        return line > at / 2 ? line + 1 : Cut.before(text, at);
    }

    private static void between(String text, int from, int to, int room, String recall, StringBuilder out) {
        int start = from;
        int spent = 0;
        String hint = recall;
        int at = from;
        while (at < to) {
            int end = text.indexOf('\n', at);
            end = end < 0 || end > to ? to : end + 1;
            String one = text.substring(at, end);
            if (one.length() <= LINE_CHARACTERS && spent + one.length() < room && isTelling(one)) {
                hint = gap(text.substring(start, at), hint, out);
                out.append(one);
                spent += one.length();
                start = end;
            }
            at = end;
        }
        gap(text.substring(start, to), hint, out);
    }

    /** Writes the note for a gap, if there is one. Gives what the next note has to say: only the first names an id. */
    private static String gap(String left, String recall, StringBuilder out) {
        if (left.isEmpty()) {
            return recall;
        }
        if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
            out.append('\n');
        }
        long lines = left.chars().filter(c -> c == '\n').count();
        out.append(lines > 1 ? CutNote.lines(lines, recall) : CutNote.characters(left.length(), recall))
                .append('\n');
        return "";
    }
}
