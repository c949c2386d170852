package dev.throughline.workingset.fragment;

import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.NumberedLines;
import java.util.regex.Pattern;

/**
 * A result without what only lays it out for a person's eyes: the spaces before line numbers and codes for colours.
 * Those that a file itself holds stay: an edit has to name them.
 *
 * <pre>
 *   before  "     9→func a() {"   "ESC[31mfailedESC[0m"
 *   after   "9→func a() {"        "failed"
 * </pre>
 */
public final class PlainResult {
    private static final Pattern COLOURS = Pattern.compile("\\x1b\\[[0-9;]*[A-Za-z]");

    private PlainResult() {}

    /** The result of a call that is about this. */
    public static String of(String text, CallSubject subject) {
        boolean mayBeNumbered = text.indexOf('→') >= 0 || text.indexOf('\t') >= 0;
        String unpadded = mayBeNumbered ? NumberedLines.of(text, subject).unpadded() : text;
        boolean isColoured = subject.kind() != CallSubject.Kind.READ && text.indexOf('\u001b') >= 0;
        return isColoured ? COLOURS.matcher(unpadded).replaceAll("") : unpadded;
    }
}
