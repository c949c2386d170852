package dev.throughline.memory.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds credentials in headers, addresses, and options of a few programs. */
final class SecretHeaders {
    private static final int MIN_BEARER_LENGTH = 16;
    private static final int MAX_USER_LENGTH = 128;
    private static final int MAX_PASSWORD_LENGTH = 256;

    private static final Pattern BEARER =
            Pattern.compile("\\b(?:Bearer|bearer|BEARER)[ :=]{1,3}+([A-Za-z0-9_.~+/=-]{16,4096}+)");
    private static final Pattern BASIC = Pattern.compile("\\b[Bb]asic +([A-Za-z0-9+/_-]{12,2048}+={0,2})");
    private static final Pattern COOKIE =
            Pattern.compile("(?m)\\b(?:[Ss]et-|SET-)?(?:[Cc]ookie|COOKIE)\\\\?[\"']?: ?[\"']?([^\\s\"';]{1,200}=[^\\r"
                    + "\\n"
                    + "\"']{16,4096}+)");
    private static final Pattern USER_OPTION =
            Pattern.compile("(?<=\\s)(?:-u|--user|--basic-auth)[ =][\"']?[^\\s:\"']{1,64}+:([^\\s\"'@]{4,128}+)");
    private static final Pattern NETRC =
            Pattern.compile("\\blogin\\s{1,4}+\\S{1,100}+\\s{1,4}+password\\s{1,4}+(\\S{4,200}+)");
    private static final Set<String> EXAMPLE_PASSWORDS =
            Set.of("password", "pass", "pwd", "passwd", "secret", "user", "token", "x-oauth-basic", "postgres");

    private SecretHeaders() {}

    static void find(String text, List<Redaction.Secret> found) {
        Matcher bearer = BEARER.matcher(text);
        boolean isBearer = text.contains("earer") || text.contains("BEARER");
        while (isBearer && bearer.find()) {
            String value = bearer.group(1);
            boolean hasDigit = value.chars().anyMatch(c -> c >= '0' && c <= '9');
            if (value.length() >= MIN_BEARER_LENGTH && hasDigit && !SecretHeuristics.isExample(value)) {
                found.add(new Redaction.Secret(bearer.start(1), bearer.end(1), "bearer-token"));
            }
        }
        // Most texts contain none of these words, and checking that is much faster than the pattern.
        if (text.contains("asic ")) {
            groups(text, BASIC, "basic-auth", found);
        }
        if (text.contains("ookie") || text.contains("OOKIE")) {
            groups(text, COOKIE, "cookie", found);
        }
        if (text.contains("-u") || text.contains("--basic-auth")) {
            groups(text, USER_OPTION, "password", found);
        }
        if (text.contains("login")) {
            groups(text, NETRC, "password", found);
        }
        addresses(text, found);
    }

    private static void groups(String text, Pattern pattern, String kind, List<Redaction.Secret> found) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            String value = matcher.group(1);
            boolean isRandom = !kind.equals("basic-auth") || !SecretHeuristics.isExample(value);
            if (isRandom && !isExample(value)) {
                found.add(new Redaction.Secret(matcher.start(1), matcher.end(1), kind));
            }
        }
    }

    private static boolean isExample(String value) {
        return EXAMPLE_PASSWORDS.contains(value.toLowerCase(Locale.ROOT)) || SecretHeuristics.isNoValue(value);
    }

    /** {@code scheme://user:password@host}. */
    private static void addresses(String text, List<Redaction.Secret> found) {
        int at = text.indexOf("://");
        while (at >= 0) {
            int user = at + 3;
            int colon = until(text, user, MAX_USER_LENGTH, ':');
            int end = colon < 0 ? -1 : until(text, colon + 1, MAX_PASSWORD_LENGTH, '@');
            if (end > colon + 1 && !isExample(text.substring(colon + 1, end))) {
                found.add(new Redaction.Secret(colon + 1, end, "password"));
            }
            at = text.indexOf("://", user);
        }
    }

    /** The offset of a character, or -1 if something that cannot be in a name or password comes before it. */
    private static int until(String text, int from, int limit, char wanted) {
        int last = Math.min(text.length(), from + limit);
        for (int i = from; i < last; i++) {
            char c = text.charAt(i);
            if (c == wanted) {
                return i;
            }
            if (c <= ' ' || c == '/' || c == '"' || c == '\'' || c == '<' || c == '`') {
                return -1;
            }
        }
        return -1;
    }
}
