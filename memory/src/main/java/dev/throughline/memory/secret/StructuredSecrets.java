package dev.throughline.memory.secret;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Secrets with a shape of several parts: private keys in PEM, web tokens, and the tokens of a few vendors. */
final class StructuredSecrets {
    private static final Pattern BEGIN =
            Pattern.compile("-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:");
    private static final String END = "-----END ";
    private static final String PUTTY_END = "Private-MAC:";

    /** A key without an end, because somebody cut the text, is taken to be at most this long. */
    private static final int MAX_KEY_LENGTH = 16_384;

    /**
     * Each part is possessive and begins where no letter of its own kind stands before, so no part is read twice.
     *
     * @param mark stands in each; a text without it need not be looked at, and most have none
     */
    private record Shape(String what, String mark, Pattern pattern) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape(
                    "jwt",
                    "eyJ",
                    begun(
                            "e",
                            "[A-Za-z0-9_-]",
                            "eyJ[A-Za-z0-9_-]{8,8192}+\\.eyJ[A-Za-z0-9_-]{8,8192}+" + "\\.[A-Za-z0-9_-]{16,2048}+")),
            new Shape(
                    "telegram-token",
                    ":",
                    begun("[b0-9]", "[A-Za-z0-9_]", "(?:bot)?[0-9]{8,10}+:[A-Za-z0-9_-]{35}+(?![A-Za-z0-9_-])")),
            new Shape(
                    "discord-token",
                    ".",
                    begun(
                            "[MNO]",
                            "[A-Za-z0-9_.-]",
                            "[MNO][A-Za-z0-9_-]{22,28}+\\.[A-Za-z0-9_-]{6}+\\."
                                    + "[A-Za-z0-9_-]{27,45}+(?![A-Za-z0-9_-])")),
            new Shape(
                    "discord-webhook",
                    "/webhooks/",
                    Pattern.compile("discord(?:app)?\\.com/api/webhooks/[0-9]{16,22}+/[A-Za-z0-9_-]{50,100}+")),
            new Shape(
                    "slack-webhook",
                    "hooks.slack.com",
                    Pattern.compile("hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{30,120}+")),
            new Shape(
                    "azure-secret",
                    "Q~",
                    begun(
                            "[A-Za-z0-9_~.-]{3}[0-9]Q",
                            "[A-Za-z0-9_~.-]", "[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}+")),
            new Shape("azure-sas", "sig=", Pattern.compile("(?<=[?&]sig=)[A-Za-z0-9%+/]{40,100}+=?")),
            new Shape(
                    "mailgun-key",
                    "-",
                    Pattern.compile("(?=[0-9a-f])(?<![0-9a-z-])[0-9a-f]{32}+-[0-9a-f]{8}+-[0-9a-f]{8}+(?![0-9a-f-])")),
            new Shape("mailchimp-key", "-us", Pattern.compile("(?<![0-9a-z])[0-9a-f]{32}+-us[0-9]{1,2}+(?![0-9a-z])")));

    private StructuredSecrets() {}

    /**
     * A pattern that begins behind none of these letters, unless an escape such as that of a line feed made it.
     *
     * @param first the letters that it begins with; looked at first, as that is quick
     */
    private static Pattern begun(String first, String letters, String rest) {
        return Pattern.compile("(?=" + first + ")(?:(?<!" + letters + ")|(?<=\\\\[nrt]))" + rest);
    }

    static void find(String text, List<Redaction.Place> found) {
        keys(text, found);
        for (Shape shape : SHAPES) {
            Matcher matcher = shape.pattern().matcher(text);
            boolean isPossible = text.contains(shape.mark());
            while (isPossible && matcher.find()) {
                if (!SecretHeuristics.isMadeUp(matcher.group())) {
                    found.add(new Redaction.Place(matcher.start(), matcher.end(), shape.what()));
                }
            }
        }
    }

    private static void keys(String text, List<Redaction.Place> found) {
        Matcher begin = BEGIN.matcher(text);
        int from = 0;
        boolean hasEnd = true;
        while (from <= text.length() && begin.find(from)) {
            int end = hasEnd ? end(text, begin) : -1;
            hasEnd = end >= 0; // Without one behind this place there is none behind a later one.
            int stop = hasEnd ? end : cut(text, begin.end());
            found.add(new Redaction.Place(begin.start(), stop, "private-key"));
            from = stop;
        }
    }

    /** Where the block ends; -1 if it does not. */
    private static int end(String text, Matcher begin) {
        boolean isPutty = begin.group().startsWith("PuTTY");
        int end = text.indexOf(isPutty ? PUTTY_END : END, begin.end());
        if (end < 0) {
            return -1;
        }
        int dashes = isPutty ? -1 : text.indexOf("-----", end + END.length());
        int line = text.indexOf('\n', end);
        int stop = dashes >= 0 && dashes - end < 100 ? dashes + 5 : line < 0 ? text.length() : line;
        return Math.max(stop, begin.end());
    }

    /** Behind a beginning without an end: the lines that look like base64. */
    private static int cut(String text, int from) {
        int at = from;
        int last = Math.min(text.length(), from + MAX_KEY_LENGTH);
        while (at < last) {
            char c = text.charAt(at);
            boolean isInside = CharacterSet.BASE64.has(c) || "=\r\n\\ \t:,-".indexOf(c) >= 0;
            if (!isInside) {
                break;
            }
            at++;
        }
        return at;
    }
}
