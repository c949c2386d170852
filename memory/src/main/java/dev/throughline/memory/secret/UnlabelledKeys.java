package dev.throughline.memory.secret;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds texts that are too random for anything but a key, with no word before them that says so: long runs of small
 * and large letters and digits, mixed, that stand alone. Much that is random is no secret, so most of it is let pass:
 * hashes and ids in hexadecimal, ids with a name before them ({@code toolu_01…}, {@code msg_01…}), checksums of
 * packages ({@code sha512-…}), public keys, parts of paths and addresses, and data in base64.
 */
final class UnlabelledKeys {
    private static final String KIND = "random";

    /** A word that stands alone: what it begins with and ends with is no part of a path, an address or a name. */
    private static final Pattern WORD =
            Pattern.compile("(?<![A-Za-z0-9_+/=.:,;@#%$&?-])[A-Za-z0-9_+/-]{32,128}={0,2}(?![A-Za-z0-9_+/=.:@#%$&?-])");

    private static final Pattern NAMED =
            Pattern.compile("[A-Za-z]{2,16}[-_].*|sha\\d+-.*|[0-9a-fA-F-]+|.*/.*/.*", Pattern.DOTALL);

    /** What announces a key that everybody may know. */
    private static final Pattern PUBLIC =
            Pattern.compile("(?:ssh-[a-z0-9-]+ |(?:PUBLIC KEY|CERTIFICATE)-----\\s{1,4})$");

    private static final int ANNOUNCED = 40;
    private static final int NEIGHBOUR = 20;
    private static final int GAP = 20;
    private static final double MIN_BITS = 4.4;
    private static final int MIN_OF_EACH = 4;

    private UnlabelledKeys() {}

    static void find(String text, List<Redaction.Place> found) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String run = word.group();
            boolean isNamed = NAMED.matcher(run).matches();
            if (!isNamed
                    && isRandom(run)
                    && !SecretHeuristics.isMadeUp(run)
                    && !isData(text, word.start(), word.end())) {
                found.add(new Redaction.Place(word.start(), word.end(), KIND));
            }
        }
    }

    /** Whether it is public, or a line before or behind it is such a run too: a picture goes over many lines. */
    private static boolean isData(String text, int start, int end) {
        if (PUBLIC.matcher(text.substring(Math.max(0, start - ANNOUNCED), start))
                .find()) {
            return true;
        }
        int before = start - 1;
        while (before >= 0 && start - before < GAP && Character.isWhitespace(text.charAt(before))) {
            before--;
        }
        int first = before;
        while (first >= 0 && before - first < NEIGHBOUR && CharacterSet.KEY64.has(text.charAt(first))) {
            first--;
        }
        int behind = end;
        while (behind < text.length() && behind - end < GAP && Character.isWhitespace(text.charAt(behind))) {
            behind++;
        }
        return before - first >= NEIGHBOUR || CharacterSet.KEY64.run(text, behind, NEIGHBOUR) - behind >= NEIGHBOUR;
    }

    private static boolean isRandom(String run) {
        long small = run.chars().filter(c -> c >= 'a' && c <= 'z').count();
        long large = run.chars().filter(c -> c >= 'A' && c <= 'Z').count();
        long digits = run.chars().filter(c -> c >= '0' && c <= '9').count();
        return Math.min(small, Math.min(large, digits)) >= MIN_OF_EACH && SecretHeuristics.bits(run) >= MIN_BITS;
    }
}
