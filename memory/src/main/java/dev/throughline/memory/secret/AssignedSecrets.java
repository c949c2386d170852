package dev.throughline.memory.secret;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds values after a word that announces a secret: {@code password: hunter2}, {@code "api_key": "…"},
 * {@code --token …}, {@code <secret>…</secret>}, the password is ….
 *
 * <p>The word may be part of a longer name, {@code dbPassword} or {@code AWS_SECRET_ACCESS_KEY}. The end of the name
 * decides whether the value is secret: {@code token_count} and {@code secret_name} are not.
 */
final class AssignedSecrets {
    private static final int MAX_VALUE_LENGTH = 512;
    private static final int MAX_NAME_END_LENGTH = 24;
    private static final int MAX_SPACES = 4;

    private static final Pattern WORD = Pattern.compile(
            "pass(?:word|wd|phrase|code)|pwd|secret|token|(?:api|access|auth|account|private|signing|encryption|master"
                    + "|app|application|service|license|storage)[ _-]?key|credential|client[ _-]?secret",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME_END = Pattern.compile(
            "(?:[_-]?(?:key|value|access|token|secret|id|base|prod|production|dev|staging|test|live|local|primary"
                    + "|secondary|old|new|raw|base64|b64|string|read|write|rw|ro|admin|root|[0-9]{1,3}))*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern IS = Pattern.compile("\\G(?: for [\\w .@/-]{1,60}?)? (?:is|was|to|are)(?: now)?:? ");

    private AssignedSecrets() {}

    static void find(String text, List<Redaction.Secret> found) {
        Matcher word = WORD.matcher(text);
        int from = 0;
        while (word.find(from)) {
            from = word.end();
            int nameEnd = CharacterSet.URL64.runEnd(text, word.end(), MAX_NAME_END_LENGTH);
            String rest = text.substring(word.end(), nameEnd);
            if (NAME_END.matcher(rest).matches() && !isIdentity(rest)) {
                Value value = value(text, word, nameEnd);
                if (value != null && isSecret(word.group(), text, value)) {
                    found.add(new Redaction.Secret(value.start(), value.end(), kind(word.group())));
                    from = value.end();
                }
            }
        }
    }

    /** {@code access_key_id} and {@code token_id} are not secret. */
    private static boolean isIdentity(String rest) {
        return rest.toLowerCase(Locale.ROOT).endsWith("id");
    }

    private static String kind(String word) {
        String plain = word.toLowerCase(Locale.ROOT);
        return plain.startsWith("pass") || plain.equals("pwd")
                ? "password"
                : plain.contains("key") ? "key" : plain.contains("token") ? "token" : "secret";
    }

    private static boolean isSecret(String word, String text, Value value) {
        String plain = text.substring(value.start(), value.end());
        return kind(word).equals("password")
                ? SecretHeuristics.isPassword(plain, value.isQuoted(), value.isProse())
                : SecretHeuristics.isKey(plain, value.isQuoted());
    }

    private record Value(int start, int end, boolean isQuoted, boolean isProse) {}

    private static @Nullable Value value(String text, Matcher word, int nameEnd) {
        int at = spaces(text, skip(text, nameEnd, "\\\"'`]*)"));
        boolean isOption = word.start() > 1 && isOption(text, word.start());
        char next = at < text.length() ? text.charAt(at) : 0;
        int start;
        boolean isProse = false;
        if (next == '=' && at + 1 < text.length() && text.charAt(at + 1) == '=') {
            return null; // A comparison.
        } else if (next == '=' || next == ':') {
            start = skip(text, at, "=:>");
            isProse = next == ':' && !isWholeLine(text, word.start(), start);
        } else if (next == '>' && isTag(text, word.start())) {
            start = at + 1;
        } else if (isOption && at > nameEnd) {
            start = at;
        } else {
            Matcher is = IS.matcher(text).region(nameEnd, Math.min(text.length(), nameEnd + 80));
            if (!is.find()) {
                return null;
            }
            start = is.end();
            isProse = true;
        }
        return read(text, spaces(text, start), isProse);
    }

    private static boolean isOption(String text, int word) {
        return text.startsWith("--", CharacterSet.URL64.runStart(text, word, MAX_NAME_END_LENGTH));
    }

    private static boolean isTag(String text, int word) {
        int at = CharacterSet.URL64_DOT.runStart(text, word, MAX_NAME_END_LENGTH);
        return at > 0 && text.charAt(at - 1) == '<';
    }

    /** Whether the line contains only a name and one value, as in a settings file. */
    private static boolean isWholeLine(String text, int word, int value) {
        int at = word;
        while (at > 0 && word - at < MAX_NAME_END_LENGTH && "\n{,".indexOf(text.charAt(at - 1)) < 0) {
            char c = text.charAt(--at);
            if (!CharacterSet.URL64_DOT.has(c) && "\"' \t*`".indexOf(c) < 0) {
                return false;
            }
        }
        int end = spaces(text, value);
        int last = Math.min(text.length(), end + MAX_VALUE_LENGTH);
        while (end < last && text.charAt(end) > ' ') {
            end++;
        }
        int line = spaces(text, end);
        return line >= text.length() || text.charAt(line) == '\n' || text.charAt(line) == '\r';
    }

    private static Value read(String text, int from, boolean isProse) {
        int at = from < text.length() && text.charAt(from) == '\\' ? from + 1 : from;
        char quote = at < text.length() ? text.charAt(at) : 0;
        boolean isQuoted = quote == '"' || quote == '\'' || quote == '`';
        int start = isQuoted ? at + 1 : from;
        int end = start;
        int last = Math.min(text.length(), start + MAX_VALUE_LENGTH);
        while (end < last && !ends(text.charAt(end), isQuoted, quote)) {
            end++;
        }
        if (isQuoted && end > start && text.charAt(end - 1) == '\\') {
            end--;
        }
        if (isProse && !isQuoted && end > start && ".,!?".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return new Value(start, end, isQuoted, isProse);
    }

    private static boolean ends(char c, boolean isQuoted, char quote) {
        return isQuoted ? c == quote || c == '\n' : c <= ' ' || ",;\"'`<>|&".indexOf(c) >= 0;
    }

    private static int skip(String text, int from, String characters) {
        int at = from;
        while (at < text.length() && at - from < MAX_SPACES && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static int spaces(String text, int from) {
        return skip(text, from, " \t");
    }
}
