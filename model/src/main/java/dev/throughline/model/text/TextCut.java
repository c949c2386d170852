package dev.throughline.model.text;

/** Cuts texts without splitting a surrogate pair, half of which cannot be written as UTF-8. */
public final class TextCut {
    private TextCut() {}

    /** The start of a text, at most so many characters; the last one marks that the rest is missing. */
    public static String to(String text, int characters) {
        return text.length() <= characters ? text : text.substring(0, before(text, characters - 1)) + "…";
    }

    /** The end of a text, at most so many characters, after a character that marks that the start is missing. */
    public static String toEnd(String text, int characters) {
        return text.length() <= characters ? text : "…" + text.substring(after(text, text.length() - characters));
    }

    /** This index, or the one before it if it is inside of a surrogate pair. */
    public static int before(String text, int at) {
        return isWithin(text, at) ? at - 1 : at;
    }

    /** This index, or the one after it if it is inside of a surrogate pair. */
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
