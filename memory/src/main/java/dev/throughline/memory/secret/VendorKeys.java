package dev.throughline.memory.secret;

import dev.throughline.engine.helper.TextResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds keys by their published formats: a prefix, and a number of characters of one set. {@code vendors.txt} has them,
 * one per line:
 *
 * <pre>
 *   github-token   ghp_   word   36 36     kind, prefix, character set, minimum and maximum length of the rest
 * </pre>
 *
 * <p>A key does not begin after a letter or digit, so each run of letters is checked once for each format.
 */
final class VendorKeys {
    private record KeyFormat(String kind, String prefix, CharacterSet characters, int min, int max) {
        static KeyFormat of(String line) {
            String[] words = line.strip().split("\\s+", -1);
            return new KeyFormat(
                    words[0],
                    words[1],
                    CharacterSet.valueOf(words[2].toUpperCase(Locale.ROOT)),
                    Integer.parseInt(words[3]),
                    Integer.parseInt(words[4]));
        }
    }

    private static final List<List<KeyFormat>> BY_FIRST = byFirst();

    private VendorKeys() {}

    private static List<List<KeyFormat>> byFirst() {
        List<List<KeyFormat>> formats = new ArrayList<>();
        for (int i = 0; i < 128; i++) {
            formats.add(new ArrayList<>());
        }
        TextResources.rows(VendorKeys.class, "vendors.txt")
                .map(KeyFormat::of)
                .forEach(format -> formats.get(format.prefix().charAt(0)).add(format));
        return formats;
    }

    static void find(String text, List<Redaction.Secret> found) {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            i = c < 128 && !BY_FIRST.get(c).isEmpty() && begins(text, i) ? at(text, i, BY_FIRST.get(c), found) : i + 1;
        }
    }

    /** Whether no letter or digit is before it, except the letter of an escape, such as {@code \n} in JSON. */
    private static boolean begins(String text, int at) {
        if (at == 0 || !CharacterSet.WORD_LINE.has(text.charAt(at - 1))) {
            return true;
        }
        return at > 1 && text.charAt(at - 2) == '\\' && "nrt".indexOf(text.charAt(at - 1)) >= 0;
    }

    /** Looks for a key at an offset. Returns the offset to continue from. */
    private static int at(String text, int at, List<KeyFormat> formats, List<Redaction.Secret> found) {
        for (KeyFormat format : formats) {
            if (text.startsWith(format.prefix(), at)) {
                int start = at + format.prefix().length();
                int end = format.characters().runEnd(text, start, format.max() + 1);
                int length = end - start;
                if (length >= format.min()
                        && length <= format.max()
                        && !SecretHeuristics.isPlaceholder(text.substring(start, end))
                        && !SecretHeuristics.isInData(text, at, end)) {
                    found.add(new Redaction.Secret(at, end, format.kind()));
                    return end;
                }
            }
        }
        return at + 1;
    }
}
