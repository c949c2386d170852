package dev.throughline.memory.admission;

import dev.throughline.memory.secret.Redaction;
import java.util.regex.Pattern;

/**
 * Makes a text safe to be quoted: it can neither begin nor end a tag or a fence, and has no invisible characters.
 *
 * <p>Invisible characters are removed, because they can contain words that only a model reads, or split a tag or a key
 * so that it is not recognised. Joiners stay between the letters that they join. The {@code <} of a tag becomes
 * <code>&amp;lt;</code>; type parameters, as in {@code List<String>}, are not tags. In a text of one line, three
 * backticks or tildes become quotes and line ends become spaces.
 */
public final class SafeText {
    /** Directions, fillers, tags, needless variation selectors, unpaired surrogates. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}&&[^\\x{200C}\\x{200D}\\x{600}-\\x{605}\\x{6DD}"
            + "\\x{70F}\\x{8E2}\\x{110BD}\\x{110CD}]]|[\\p{Cn}\\p{Cs}\\x{34F}\\x{115F}\\x{1160}\\x{17B4}\\x{17B5}"
            + "\\x{180B}-\\x{180F}\\x{3164}\\x{FFA0}\\x{FE00}-\\x{FE0D}\\x{E0100}-\\x{E01EF}]"
            + "|(?<=[\\x{FE0E}\\x{FE0F}])[\\x{FE0E}\\x{FE0F}]+");

    /** A joiner that joins nothing. */
    private static final Pattern LOOSE_JOINER = Pattern.compile("(?<=[\\x00-\\x7F\\x{200C}\\x{200D}]|^)[\\x{200C}"
            + "\\x{200D}]+|[\\x{200C}\\x{200D}]+(?=[\\x00-\\x7F]|$)");

    private static final Pattern LINE_END = Pattern.compile("\\r\\n|[\\r\\x{85}\\x{2028}\\x{2029}\\x0B\\f]");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

    /** Names of tags that a model could mistake for instructions, at any position. */
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

    /** A text of several lines, which may contain fenced code. */
    public static String text(String text) {
        return untagged(visible(text));
    }

    /** A text without tags. */
    public static String untagged(String text) {
        return TAG.matcher(text).replaceAll("&lt;");
    }

    /** A text without invisible characters and secrets. */
    public static String withoutSecrets(String text) {
        return Redaction.of(visible(text)).text();
    }

    /** A text without invisible characters; its tags stay. */
    public static String visible(String text) {
        if (isPlain(text)) {
            return text;
        }
        String lines = LINE_END.matcher(text).replaceAll("\n");
        String visible = INVISIBLE.matcher(lines).replaceAll("");
        return CONTROL.matcher(LOOSE_JOINER.matcher(visible).replaceAll("")).replaceAll(" ");
    }

    /** A fast check that is true for most texts. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > '~' || (c < ' ' && c != '\n' && c != '\t')) {
                return false;
            }
        }
        return true;
    }
}
