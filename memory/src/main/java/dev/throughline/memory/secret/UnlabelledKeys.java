package dev.throughline.memory.secret;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds keys without a word that announces them: long words of mixed small letters, capital letters and digits. Random
 * texts that are not secrets stay: hexadecimal hashes and ids, ids with a prefix ({@code toolu_01…},
 * {@code msg_01…}), checksums of packages ({@code sha512-…}), public keys, parts of paths and addresses, and base64
 * data.
 */
final class UnlabelledKeys {
    private static final String KIND = "random";

    /** A word that is not part of a path, an address or a name. */
    private static final Pattern WORD =
            Pattern.compile("(?<![A-Za-z0-9_+/=.:,;@#%$&?-])[A-Za-z0-9_+/-]{32,128}={0,2}(?![A-Za-z0-9_+/=.:@#%$&?-])");

    private static final Pattern NAMED =
            Pattern.compile("[A-Za-z]{2,16}[-_].*|sha\\d+-.*|[0-9a-fA-F-]+|.*/.*/.*", Pattern.DOTALL);

    /** The text before a public key. */
    private static final Pattern PUBLIC =
            Pattern.compile("(?:ssh-[a-z0-9-]+ |(?:PUBLIC KEY|CERTIFICATE)-----\\s{1,4})$");

    private static final int MAX_PUBLIC_PREFIX = 40;
    private static final int MIN_NEIGHBOUR = 20;
    private static final int MAX_GAP = 20;
    private static final double MIN_BITS = 4.4;
    private static final int MIN_OF_EACH = 4;

    private UnlabelledKeys() {}

    static void find(String text, List<Redaction.Secret> found) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String run = word.group();
            boolean isNamed = NAMED.matcher(run).matches();
            if (!isNamed
                    && isRandom(run)
                    && !SecretHeuristics.isExample(run)
                    && !isData(text, word.start(), word.end())) {
                found.add(new Redaction.Secret(word.start(), word.end(), KIND));
            }
        }
    }

    /** Whether it is a public key, or the line before or after it looks the same, as in a picture. */
    private static boolean isData(String text, int start, int end) {
        if (PUBLIC.matcher(text.substring(Math.max(0, start - MAX_PUBLIC_PREFIX), start))
                .find()) {
            return true;
        }
        int before = start;
        while (before > 0 && start - before < MAX_GAP - 1 && Character.isWhitespace(text.charAt(before - 1))) {
            before--;
        }
        int after = end;
        while (after < text.length() && after - end < MAX_GAP && Character.isWhitespace(text.charAt(after))) {
            after++;
        }
        return before - CharacterSet.KEY64.runStart(text, before, MIN_NEIGHBOUR) >= MIN_NEIGHBOUR
                || CharacterSet.KEY64.runEnd(text, after, MIN_NEIGHBOUR) - after >= MIN_NEIGHBOUR;
    }

    private static boolean isRandom(String run) {
        long small = run.chars().filter(c -> c >= 'a' && c <= 'z').count();
        long large = run.chars().filter(c -> c >= 'A' && c <= 'Z').count();
        long digits = run.chars().filter(c -> c >= '0' && c <= '9').count();
        return Math.min(small, Math.min(large, digits)) >= MIN_OF_EACH && SecretHeuristics.bits(run) >= MIN_BITS;
    }
}
