package dev.throughline.workingset.fragment;

import dev.throughline.model.text.TextCut;

/**
 * Tells apart what agents write around the words of people: of each kind the newest counts.
 *
 * <pre>
 *   &lt;environment_context&gt; …                    one kind, whatever it says
 *   # AGENTS.md instructions for /src/a        one kind for each folder
 *   &lt;system-reminder&gt; Today is …               one kind for each beginning
 * </pre>
 */
public final class EnvironmentKind {
    private static final String REMINDER = "<system-reminder>";
    private static final int BEGINNING = 24;
    private static final int MOST = 160;

    private EnvironmentKind() {}

    /** What kind a text is of: its first line, and of a reminder how it goes on. */
    public static String of(String text) {
        String plain = text.strip();
        if (plain.startsWith(REMINDER)) {
            String said = plain.substring(REMINDER.length()).strip();
            return REMINDER + said.substring(0, TextCut.before(said, Math.min(said.length(), BEGINNING)));
        }
        int line = plain.indexOf('\n');
        int tag = plain.startsWith("<") ? plain.indexOf('>') + 1 : 0;
        int end = tag > 0 ? tag : line < 0 ? plain.length() : line;
        return plain.substring(0, TextCut.before(plain, Math.min(end, MOST)));
    }
}
