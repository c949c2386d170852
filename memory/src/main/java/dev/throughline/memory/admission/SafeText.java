package dev.throughline.memory.admission;

import java.util.regex.Pattern;

/**
 * Makes a text safe to stand inside a fence: it can end none, begin none, and hides nothing from the person who
 * reads it.
 *
 * <p>Characters that cannot be seen go, since they can carry words that only a model reads, or stand inside a tag or a
 * key so that nobody knows it for one. What joins letters of a script or parts of a sign stays between them. A tag gets
 * its {@code <} written <code>&amp;lt;</code>, but the parameters of a type, as in {@code List<String>}, are no tag;
 * three backticks or tildes become quotes, and in a text of one line every line end becomes a space.
 */
public final class SafeText {
    /** Directions, fillers, tags, selectors of forms that no sign needs, halves of characters. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}&&[^\\x{200C}\\x{200D}\\x{600}-\\x{605}\\x{6DD}"
            + "\\x{70F}\\x{8E2}\\x{110BD}\\x{110CD}]]|[\\p{Cn}\\p{Cs}\\x{34F}\\x{115F}\\x{1160}\\x{17B4}\\x{17B5}"
            + "\\x{180B}-\\x{180F}\\x{3164}\\x{FFA0}\\x{FE00}-\\x{FE0D}\\x{E0100}-\\x{E01EF}]"
            + "|(?<=[\\x{FE0E}\\x{FE0F}])[\\x{FE0E}\\x{FE0F}]+");

    /** What joins, where there is nothing to join. */
    private static final Pattern LOOSE_JOINER = Pattern.compile("(?<=[\\x00-\\x7F\\x{200C}\\x{200D}]|^)[\\x{200C}"
            + "\\x{200D}]+|[\\x{200C}\\x{200D}]+(?=[\\x00-\\x7F]|$)");

    private static final Pattern LINE_END = Pattern.compile("\\r\\n|[\\r\\x{85}\\x{2028}\\x{2029}\\x0B\\f]");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

    /** Names of tags that somebody could take for orders, wherever they stand. */
    private static final String NAMES = "throughline|page|memory|system|user|assistant|human|developer|instruction|tool"
            + "|function|environment|command|bash|skill|permission|local|antml|thinking|reminder";

    private static final Pattern TAG =
            Pattern.compile("<(?=\\s*/|[!?]|(?:" + NAMES + "))|(?<![\\p{L}\\p{Nd}_])<(?=\\p{L})");

    private static final Pattern FENCE = Pattern.compile("`{3,}|~{3,}");

    private SafeText() {}

    /** A text of one line. */
    public static String line(String text) {
        return FENCE.matcher(text(text))
                .replaceAll("''")
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** A text of many lines, in which code may stand in fences of its own. */
    public static String text(String text) {
        return untagged(visible(text));
    }

    /** A text in which nothing begins or ends a tag. */
    public static String untagged(String text) {
        return TAG.matcher(text).replaceAll("&lt;");
    }

    /** A text without what cannot be seen; tags stay as they are, for who writes them in another way. */
    public static String visible(String text) {
        if (isPlain(text)) {
            return text;
        }
        String lines = LINE_END.matcher(text).replaceAll("\n");
        String seen = UNSEEN.matcher(lines).replaceAll("");
        return CONTROL.matcher(LOOSE_JOINER.matcher(seen).replaceAll("")).replaceAll(" ");
    }

    /** Most texts are; then there is nothing to look for. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > '~' || (c < ' ' && c != '\n' && c != '\t')) {
                return false;
            }
        }
        return true;
    }

    /** A text of at most so many characters, none of them cut in two; one that is longer ends in dots. */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }
}
