package dev.throughline.memory.secret;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Separates secrets from texts that only look like secrets. */
final class SecretHeuristics {
    /** Bits per character: random keys have more, words and repeated letters have fewer. */
    private static final double RANDOM_BITS = 2.7;

    private static final double VERY_RANDOM_BITS = 4.3;
    private static final int MIN_RANDOM_LENGTH = 30;
    private static final int MIN_PASSWORD_LENGTH = 4;
    private static final int MIN_PROSE_PASSWORD_LENGTH = 6;
    private static final int MIN_KEY_LENGTH = 10;

    /** A match with this many base64 characters before or after it is a coincidence inside binary data. */
    private static final int MIN_DATA_LENGTH = 80;

    private static final String PLACEHOLDERS = "your|example|placeholder|x{4,}|\\*{3,}|change[_-]?me|replace|redacted|"
            + "dummy|insert|sample|todo|foobar|\\.\\.\\.|…";
    private static final Pattern PLACEHOLDER = Pattern.compile(PLACEHOLDERS, Pattern.CASE_INSENSITIVE);
    private static final Pattern EXAMPLE =
            Pattern.compile(PLACEHOLDERS + "|0{6,}|0123456|1234567|abcdefg", Pattern.CASE_INSENSITIVE);

    private static final Set<String> WORDS_WITHOUT_VALUE = PasswordsInProse.words("""
        none null nil true false undefined required optional string str bytes integer number bool boolean object
        text password passwd pass secret token apikey api_key api-key value hidden invalid missing expired
        incorrect empty unset wrong input file prompt yes const plaintext encrypted default disabled enabled
        username user type varchar readonly inherit unknown bearer basic\
        """.lines());

    private static final Pattern REFERENCE = Pattern.compile(
            "[$<{\\[(`].*|%[A-Za-z_]+%|.*\\$\\{.*|.*\\{\\{.*|.*\\$\\(.*|(?:env|vault|op|ssm|secret|file)[:.].*");
    private static final Pattern CODE = Pattern.compile(
            "[A-Za-z_][A-Za-z_0-9]*(?:(?:\\.|::|->|\\?\\.)[A-Za-z_][A-Za-z_0-9]*)+.*|.*[(\\[].*|[A-Za-z_]+\\?|!.*");
    private static final Pattern PATH_OR_ADDRESS = Pattern.compile("\\.{0,2}/.*|~/.*|[A-Za-z]:\\\\.*|[a-z]+://.*");
    private static final Pattern CHECKSUM = Pattern.compile("(?:sha(?:1|256|384|512)|md5|s2|b2|blake[23]b?)[:-].*");
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z]+[0-9]{0,3}(?:[._:/-](?:[A-Za-z]{2,}[0-9]{0,3}|[0-9]{1,4}|v[0-9]+))*");

    private SecretHeuristics() {}

    /** Whether a value is a placeholder for a key: {@code xxxx}, {@code your-key-here}, one letter many times. */
    static boolean isExample(String value) {
        return EXAMPLE.matcher(value).find() || value.chars().distinct().count() < 5 || hasNoDigitOrCapital(value);
    }

    /**
     * Whether a value is a placeholder for a key of a known format. A key with sequential or repeated characters is not
     * a placeholder here, because test accounts have such keys.
     */
    static boolean isPlaceholder(String value) {
        boolean hasAtMostTwoDistinctCharacters = value.chars().distinct().count() < 3;
        return PLACEHOLDER.matcher(value).find() || (hasNoDigitOrCapital(value) && !hasAtMostTwoDistinctCharacters);
    }

    private static boolean hasNoDigitOrCapital(String value) {
        return value.chars().noneMatch(c -> (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'));
    }

    /** Whether a match is inside a long run of base64: an image, an archive, a certificate. */
    static boolean isInData(String text, int start, int end) {
        return start - CharacterSet.BASE64.runStart(text, start, MIN_DATA_LENGTH) >= MIN_DATA_LENGTH
                || CharacterSet.BASE64.runEnd(text, end, MIN_DATA_LENGTH) - end >= MIN_DATA_LENGTH;
    }

    /** Whether the value is an expression in source code. */
    static boolean isCode(String value) {
        return CODE.matcher(value).matches();
    }

    /** Whether the value after the word password is a password. */
    static boolean isPassword(String value, boolean isQuoted, boolean isProse) {
        if (value.length() < MIN_PASSWORD_LENGTH
                || hasNoValue(value)
                || (!isQuoted && CODE.matcher(value).matches())) {
            return false;
        }
        if (isQuoted) {
            long spaces = value.chars().filter(c -> c == ' ').count();
            return spaces == 0 || (spaces == 1 && PasswordsInProse.isPhrase(value));
        }
        boolean isWords = value.chars().allMatch(c -> Character.isLetter(c) || c == '-');
        return isProse
                ? value.length() >= MIN_PROSE_PASSWORD_LENGTH && !isWords
                : value.indexOf('-') < 0
                        || !isWords
                        || PasswordsInProse.isHyphenatedPhrase(value, /* isEnglish= */ false);
    }

    /** Whether the value after a word such as token or secret is a key. */
    static boolean isKey(String value, boolean isQuoted) {
        if (value.length() < MIN_KEY_LENGTH || value.indexOf(' ') >= 0 || hasNoValue(value) || isExample(value)) {
            return false;
        }
        if (isPathOrAddress(value)
                || CHECKSUM.matcher(value).matches()
                || NAME.matcher(value).matches()) {
            return false;
        }
        if (!isQuoted && CODE.matcher(value).matches()) {
            return false;
        }
        boolean hasDigit = value.chars().anyMatch(c -> c >= '0' && c <= '9');
        boolean hasLetter = value.chars().anyMatch(Character::isLetter);
        return hasDigit && hasLetter && bits(value) >= RANDOM_BITS;
    }

    /** Whether a value is a path or an address, and not as random as base64, which may begin with a slash. */
    private static boolean isPathOrAddress(String value) {
        return PATH_OR_ADDRESS.matcher(value).matches()
                && (value.length() < MIN_RANDOM_LENGTH || bits(value) < VERY_RANDOM_BITS);
    }

    /** Whether the value is a reference, an example, or a word such as {@code none}. */
    static boolean hasNoValue(String value) {
        return isReferenceOrNone(value) || EXAMPLE.matcher(value).find();
    }

    /**
     * Whether a value refers to another value, such as <code>${TOKEN}</code>, is a word such as {@code none}, or has at
     * most two distinct characters. Does not check for examples, because passwords can look like examples.
     */
    static boolean isReferenceOrNone(String value) {
        return WORDS_WITHOUT_VALUE.contains(value.toLowerCase(Locale.ROOT))
                || REFERENCE.matcher(value).matches()
                || value.chars().distinct().count() < 3;
    }

    /** Shannon entropy per character. */
    static double bits(String text) {
        int[] counts = new int[128];
        int others = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 128) {
                counts[text.charAt(i)]++;
            } else {
                others++;
            }
        }
        double sum = others == 0 ? 0 : others * log(others, text.length());
        for (int count : counts) {
            sum += count == 0 ? 0 : count * log(count, text.length());
        }
        return sum / text.length();
    }

    private static double log(int count, int length) {
        return Math.log((double) length / count) / Math.log(2);
    }
}
