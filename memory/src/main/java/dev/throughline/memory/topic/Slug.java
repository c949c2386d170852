package dev.throughline.memory.topic;

import dev.throughline.model.text.TextCut;
import java.text.Normalizer;
import java.util.Locale;

/** Makes a file name from any text: lower-case letters and digits of any script, separated by single underscores. */
public final class Slug {
    /** With this length, even a name of four-byte letters fits into a segment of a path. */
    public static final int MAX_LENGTH = 48;

    private Slug() {}

    /** The slug of a text; {@code untitled} if it has no letters and digits. */
    public static String of(String text) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT);
        StringBuilder slug = new StringBuilder();
        plain.codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c)) {
                slug.appendCodePoint(c);
            } else if (!slug.isEmpty() && slug.charAt(slug.length() - 1) != '_') {
                slug.append('_');
            }
        });
        String whole = Normalizer.normalize(slug, Normalizer.Form.NFC);
        String cut = whole.substring(0, TextCut.before(whole, Math.min(MAX_LENGTH, whole.length())));
        String name = cut.endsWith("_") ? cut.substring(0, cut.length() - 1) : cut;
        return name.isEmpty() ? "untitled" : name;
    }
}
