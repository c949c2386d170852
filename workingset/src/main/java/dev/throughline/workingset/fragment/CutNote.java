package dev.throughline.workingset.fragment;

import dev.throughline.model.text.DisplayText;
import dev.throughline.workingset.Chain;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The placeholders in a prompt where something was removed. All are written here, so that they have the same
 * format, and so that a placeholder is recognised if a model copies it into a call.
 *
 * <pre>
 *   [output cut: mise run lint → exit 1; "checkpoint_test.go:188: maintidx 18"; 337 characters; recall id=mzumu2c3]
 *   [lines 62-79 not shown: read again below]
 *   [14 earlier messages cut; what was said and done:
 * </pre>
 *
 * <p>Each says what was removed and how to recall it. It contains no id if the model has no tool for that.
 */
public final class CutNote {
    private static final Pattern NOTE = Pattern.compile(
            "\\[(?:output cut: |(?:lines [0-9]+-[0-9]+|[0-9,]+ (?:lines?|characters?)|pictures) not shown[]:]"
                    + "|[0-9,]+ earlier messages? cut[];])");

    private CutNote() {}

    /** Whether a text contains one of these notes. */
    public static boolean isIn(String text) {
        return text.indexOf('[') >= 0 && NOTE.matcher(text).find();
    }

    /**
     * The note that replaces a whole result.
     *
     * @param what the call
     * @param facts further facts about the result; empty ones are left out
     */
    static String output(Chain chain, int index, String what, List<String> facts) {
        List<String> parts = new ArrayList<>(List.of(what.isBlank() ? "a result" : what));
        parts.addAll(facts);
        parts.add(DisplayText.quantity(chain.text(index).length(), "character"));
        parts.add(chain.handle("recall id=", index));
        parts.removeIf(String::isEmpty);
        return "[output cut: " + String.join("; ", parts) + "]";
    }

    /** The note that replaces the lines of a range such as {@code 62-79}. */
    static String lines(String range, String why) {
        return notShown("lines " + range, why);
    }

    /** The note that replaces a number of lines. */
    static String lines(long lines, String why) {
        return notShown(DisplayText.quantity(lines, "line"), why);
    }

    /** The note that replaces a part of a text. */
    public static String characters(int characters, String why) {
        return notShown(DisplayText.quantity(characters, "character"), why);
    }

    /** The note that replaces the pictures of a message. */
    public static String pictures(String why) {
        return notShown("pictures", why);
    }

    private static String notShown(String what, String why) {
        return "[" + what + " not shown" + (why.isEmpty() ? "" : ": " + why) + "]";
    }

    /** The beginning of the note that replaces whole messages; the caller closes the bracket. */
    public static String messages(int messages) {
        return "[" + DisplayText.quantity(messages, "earlier message") + " cut";
    }
}
