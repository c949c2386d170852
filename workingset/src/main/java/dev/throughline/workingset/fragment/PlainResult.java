package dev.throughline.workingset.fragment;

import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.NumberedLines;
import java.util.regex.Pattern;

/**
 * A result without layout for people: spaces before line numbers, and colour codes. Those that are content of a file
 * stay, because an edit has to quote them.
 *
 * <pre>
 *   before  "     9→func a() {"   "ESC[31mfailedESC[0m"
 *   after   "9→func a() {"        "failed"
 * </pre>
 */
public final class PlainResult {
    private static final Pattern COLOURS = Pattern.compile("\\x1b\\[[0-9;]*[A-Za-z]");

    private PlainResult() {}

    public static String of(String text, CallSubject subject) {
        boolean mayBeNumbered = text.indexOf('→') >= 0 || text.indexOf('\t') >= 0;
        String unpadded = mayBeNumbered ? NumberedLines.of(text, subject).unpadded() : text;
        boolean isColoured = subject.kind() != CallKind.READ && text.indexOf('\u001b') >= 0;
        return isColoured ? COLOURS.matcher(unpadded).replaceAll("") : unpadded;
    }
}
