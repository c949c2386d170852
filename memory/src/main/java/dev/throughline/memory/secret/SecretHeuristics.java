package dev.throughline.memory.secret;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells a secret from what only looks like one. */
final class SecretHeuristics {
    /** Bits a letter; random letters of a key have more, words of a language and repeated letters have less. */
    private static final double RANDOM_BITS = 2.7;

    private static final double VERY_RANDOM_BITS = 4.3;
    private static final int SHORT_RANDOM = 30;
    private static final int MIN_PASSWORD_LENGTH = 4;
    private static final int MIN_PROSE_PASSWORD_LENGTH = 6;
    private static final int MIN_KEY_LENGTH = 10;

    /** A base64 text that goes on this far on one side of a find is data, and the find is a part of it by chance. */
    private static final int BLOB = 80;

    private static final Pattern MADE_UP = Pattern.compile(
            "your|example|placeholder|x{4,}|0{6,}|\\*{3,}|change[_-]?me|replace|redacted|dummy|insert|sample|"
                    + "0123456|1234567|abcdefg|todo|foobar|\\.\\.\\.|…",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PLACEHOLDER = Pattern.compile(
            "your|example|placeholder|x{4,}|\\*{3,}|change[_-]?me|replace|redacted|"
                    + "dummy|insert|sample|todo|foobar|\\.\\.\\.|…",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> NO_VALUES = Set.of(
            "none",
            "null",
            "nil",
            "true",
            "false",
            "undefined",
            "required",
            "optional",
            "string",
            "str",
            "bytes",
            "integer",
            "number",
            "bool",
            "boolean",
            "object",
            "text",
            "password",
            "passwd",
            "pass",
            "secret",
            "token",
            "apikey",
            "api_key",
            "api-key",
            "value",
            "hidden",
            "invalid",
            "missing",
            "expired",
            "incorrect",
            "empty",
            "unset",
            "wrong",
            "input",
            "file",
            "prompt",
            "yes",
            "const",
            "plaintext",
            "encrypted",
            "default",
            "disabled",
            "enabled",
            "username",
            "user",
            "type",
            "varchar",
            "readonly",
            "inherit",
            "unknown",
            "bearer",
            "basic");

    private static final Pattern REFERENCE = Pattern.compile(
            "[$<{\\[(`].*|%[A-Za-z_]+%|.*\\$\\{.*|.*\\{\\{.*|.*\\$\\(.*|(?:env|vault|op|ssm|secret|file)[:.].*");
    private static final Pattern CODE = Pattern.compile(
            "[A-Za-z_][A-Za-z_0-9]*(?:(?:\\.|::|->|\\?\\.)[A-Za-z_][A-Za-z_0-9]*)+.*|.*[(\\[].*|[A-Za-z_]+\\?|!.*");
    private static final Pattern PLACE = Pattern.compile("\\.{0,2}/.*|~/.*|[A-Za-z]:\\\\.*|[a-z]+://.*");
    private static final Pattern CHECKSUM = Pattern.compile("(?:sha(?:1|256|384|512)|md5|s2|b2|blake[23]b?)[:-].*");
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z]+[0-9]{0,3}(?:[._:/-](?:[A-Za-z]{2,}[0-9]{0,3}|[0-9]{1,4}|v[0-9]+))*");

    private SecretHeuristics() {}

    /** Whether somebody wrote this to stand for a key: {@code xxxx}, {@code your-key-here}, one letter many times. */
    static boolean isMadeUp(String run) {
        if (MADE_UP.matcher(run).find()) {
            return true;
        }
        return run.chars().distinct().count() < 5
                || run.chars().noneMatch(c -> (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'));
    }

    /**
     * Whether somebody wrote this where a key of a known shape belongs, to show the shape. A key that counts up or
     * repeats a letter is a key for all we know: test accounts have such.
     */
    static boolean isPlaceholder(String run) {
        boolean isOneLetter = run.chars().distinct().count() < 3;
        boolean isWords = run.chars().noneMatch(c -> (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'));
        return PLACEHOLDER.matcher(run).find() || (isWords && !isOneLetter);
    }

    /** Whether a find stands in the middle of a long run of base64: an image, an archive, a certificate. */
    static boolean isInBlob(String text, int start, int end) {
        int left = start;
        while (left > 0 && start - left < BLOB && CharacterSet.BASE64.has(text.charAt(left - 1))) {
            left--;
        }
        return start - left >= BLOB || CharacterSet.BASE64.run(text, end, BLOB) - end >= BLOB;
    }

    /** Whether it is an expression of a program. */
    static boolean isCode(String value) {
        return CODE.matcher(value).matches();
    }

    /** Whether what stands behind the word password is one. */
    static boolean isPassword(String value, boolean isQuoted, boolean isProse) {
        if (value.length() < MIN_PASSWORD_LENGTH
                || isNoValue(value)
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
                : value.indexOf('-') < 0 || !isWords || PasswordsInProse.isNames(value, /* isEnglish= */ false);
    }

    /** Whether what stands behind a word such as token or secret is a key. */
    static boolean isKey(String value, boolean isQuoted) {
        if (value.length() < MIN_KEY_LENGTH || value.indexOf(' ') >= 0 || isNoValue(value) || isMadeUp(value)) {
            return false;
        }
        if (isPlace(value)
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

    /** A path or an address, unless its letters are as random as those of base64, which may begin with a slash. */
    private static boolean isPlace(String value) {
        return PLACE.matcher(value).matches() && (value.length() < SHORT_RANDOM || bits(value) < VERY_RANDOM_BITS);
    }

    /** Whether a value says where the real one is, or that there is none. */
    static boolean isNoValue(String value) {
        return isNothing(value) || MADE_UP.matcher(value).find();
    }

    /** The same, of a value that may count up or hold any word, as those do that people choose. */
    static boolean isNothing(String value) {
        return NO_VALUES.contains(value.toLowerCase(Locale.ROOT))
                || REFERENCE.matcher(value).matches()
                || value.chars().distinct().count() < 3;
    }

    /** Shannon's measure over the letters of a text. */
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
