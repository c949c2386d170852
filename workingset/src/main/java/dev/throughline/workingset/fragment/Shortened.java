package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A long text cut to its beginning, its end, and the lines between them that report a failure.
 *
 * <pre>
 *   beginning (half)
 *   [… 1,204 lines left out, handle ab12cd34 …]
 *   --- FAIL: TestParse (0.00s)
 *   [… 310 lines left out …]
 *   end (three tenths)
 * </pre>
 */
public final class Shortened {
    private static final Pattern TELLING = Pattern.compile(
            "(?i)\\b(?:error|fail(?:ed|ure|ing)?|exception|panic|fatal|traceback|undefined|cannot|assert\\w*)\\b|^\\s*E\\s+\\S"
                    + "|^\\s*at \\S+\\(");
    private static final double BEGINNING = 0.5;
    private static final double END = 0.3;
    private static final double BETWEEN = 0.2;

    private Shortened() {}

    /** As much of a text as this part of its characters. */
    public static String of(String text, double part, String handle) {
        int room = (int) (text.length() * Math.min(1, part));
        int head = cut(text, (int) (room * BEGINNING));
        int tail = Math.max(head, text.length() - (int) (room * END));
        int lineStart = text.indexOf('\n', tail);
        tail = lineStart >= 0 && lineStart - tail < room / 10 + 200 ? lineStart + 1 : Cut.after(text, tail);
        StringBuilder cut = new StringBuilder(text.substring(0, head));
        between(text.substring(head, tail), (int) (room * BETWEEN), handle, cut);
        return cut.append(text, tail, text.length()).toString();
    }

    /** The end of the last whole line before a place, if that is not far. */
    private static int cut(String text, int at) {
        int line = text.lastIndexOf('\n', at);
        return line > at / 2 ? line + 1 : Cut.before(text, at);
    }

    private static void between(String middle, int room, String handle, StringBuilder out) {
        List<String> telling = new ArrayList<>();
        int left = 0;
        int spent = 0;
        boolean isNamed = false;
        for (String line : middle.split("\n", -1)) {
            boolean isKept = line.length() <= 500
                    && spent + line.length() < room
                    && TELLING.matcher(line).find();
            if (!isKept) {
                left++;
                continue;
            }
            if (left > 0) {
                telling.add(gap(left, isNamed ? "" : handle));
                isNamed = true;
                left = 0;
            }
            telling.add(line);
            spent += line.length();
        }
        if (left > 0) {
            telling.add(gap(left, isNamed ? "" : handle));
        }
        telling.forEach(line -> out.append(line).append('\n'));
    }

    private static String gap(int lines, String handle) {
        return String.format(
                Locale.ROOT, "[… %,d lines left out%s …]", lines, handle.isEmpty() ? "" : ", handle " + handle);
    }
}
