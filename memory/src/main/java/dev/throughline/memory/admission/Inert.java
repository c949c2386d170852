package dev.throughline.memory.admission;

import java.util.regex.Pattern;

/**
 * Makes a text safe to stand inside a fence: it can end none, begin none, and hides nothing from the person who
 * reads it.
 *
 * <p>Characters that cannot be seen go, since they can carry words that only a model reads. A tag gets its {@code <}
 * written <code>&amp;lt;</code>, three backticks or tildes become quotes, and in a text of one line every line end
 * becomes a space.
 */
public final class Inert {
    private static final Pattern UNSEEN = Pattern.compile("[\\x{200B}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2060}-"
            + "\\x{2069}\\x{FEFF}\\x{FFF9}-\\x{FFFB}\\x{E0000}-\\x{E007F}\\p{Cn}&&[^\\n]]");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");
    private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/!?])");
    private static final Pattern FENCE = Pattern.compile("`{3,}|~{3,}");

    private Inert() {}

    /** A text of one line. */
    public static String line(String text) {
        return FENCE.matcher(seen(text))
                .replaceAll("''")
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** A text of many lines, in which code may stand in fences of its own. */
    public static String text(String text) {
        return seen(text);
    }

    private static String seen(String text) {
        String plain = text.replace("\r\n", "\n").replace('\r', '\n');
        String visible = UNSEEN.matcher(plain).replaceAll("");
        return TAG.matcher(CONTROL.matcher(visible).replaceAll(" ")).replaceAll("&lt;");
    }
}
