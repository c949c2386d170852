package dev.throughline.memory.topic;

import java.text.Normalizer;
import java.util.Locale;

/** Makes a file name of any text: lower-case letters and digits of any script, with single underscores between. */
public final class Slug {
    /** The most characters a slug has; a name of four-byte letters still fits a segment of a path. */
    public static final int MAX_LENGTH = 48;

    private Slug() {}

    /** The slug of a text; {@code untitled} if nothing of the text can stand in a name. */
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
        String cut = whole.length() <= MAX_LENGTH
                ? whole
                : whole.substring(0, Character.isLowSurrogate(whole.charAt(MAX_LENGTH)) ? MAX_LENGTH - 1 : MAX_LENGTH);
        String name = cut.endsWith("_") ? cut.substring(0, cut.length() - 1) : cut;
        return name.isEmpty() ? "untitled" : name;
    }
}
