package dev.throughline.workingset.fragment;

import dev.throughline.model.text.TextCut;

/**
 * The kind of a text that an agent wrote about its environment. Of each kind the newest text is valid.
 *
 * <pre>
 *   &lt;environment_context&gt; …                    one kind, whatever its content
 *   # AGENTS.md instructions for /src/a        one kind for each folder
 *   &lt;system-reminder&gt; Today is …               one kind for each beginning
 * </pre>
 */
public final class EnvironmentKind {
    private static final String REMINDER = "<system-reminder>";
    private static final int REMINDER_CHARACTERS = 24;
    private static final int MAX_CHARACTERS = 160;

    private EnvironmentKind() {}

    /** The first line or tag of a text, and the beginning of a reminder. */
    public static String of(String text) {
        String plain = text.strip();
        if (plain.startsWith(REMINDER)) {
            String content = plain.substring(REMINDER.length()).strip();
            return REMINDER
                    + content.substring(0, TextCut.before(content, Math.min(content.length(), REMINDER_CHARACTERS)));
        }
        int line = plain.indexOf('\n');
        int tag = plain.startsWith("<") ? plain.indexOf('>') + 1 : 0;
        int end = tag > 0 ? tag : line < 0 ? plain.length() : line;
        return plain.substring(0, TextCut.before(plain, Math.min(end, MAX_CHARACTERS)));
    }
}
