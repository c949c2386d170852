package dev.throughline.model.text;

/** Cuts texts between characters and never through one: half a surrogate pair cannot be written and read again. */
public final class TextCut {
    private TextCut() {}

    /** A text in at most so many characters, the last of which marks what is missing. */
    public static String to(String text, int characters) {
        return text.length() <= characters ? text : text.substring(0, before(text, characters - 1)) + "…";
    }

    /** The end of a text in at most so many characters and one that marks what is missing. */
    public static String toEnd(String text, int characters) {
        return text.length() <= characters ? text : "…" + text.substring(after(text, text.length() - characters));
    }

    /** This place, or the one before it if it lies within a character. */
    public static int before(String text, int at) {
        return isWithin(text, at) ? at - 1 : at;
    }

    /** This place, or the one behind it if it lies within a character. */
    public static int after(String text, int at) {
        return isWithin(text, at) ? at + 1 : at;
    }

    private static boolean isWithin(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
    }
}
