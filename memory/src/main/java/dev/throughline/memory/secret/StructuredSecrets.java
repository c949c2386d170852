package dev.throughline.memory.secret;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds secrets that have several parts: private keys in PEM, web tokens, and tokens of a few vendors. */
final class StructuredSecrets {
    private static final Pattern BEGIN =
            Pattern.compile("-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:");
    private static final String END = "-----END ";
    private static final String PUTTY_END = "Private-MAC:";

    /** The maximum length of a key without an end, because somebody cut the text. */
    private static final int MAX_KEY_LENGTH = 16_384;

    /**
     * Each part is possessive and does not begin after a character of its own set, so no part is read twice.
     *
     * @param mark is in every such secret; most texts do not contain it and are not searched
     */
    private record TokenFormat(String kind, String mark, Pattern pattern) {}

    private static final List<TokenFormat> FORMATS = List.of(
            new TokenFormat(
                    "jwt",
                    "eyJ",
                    startingWith(
                            "e",
                            "[A-Za-z0-9_-]",
                            "eyJ[A-Za-z0-9_-]{8,8192}+\\.eyJ[A-Za-z0-9_-]{8,8192}+" + "\\.[A-Za-z0-9_-]{16,2048}+")),
            new TokenFormat(
                    "telegram-token",
                    ":",
                    startingWith("[b0-9]", "[A-Za-z0-9_]", "(?:bot)?[0-9]{8,10}+:[A-Za-z0-9_-]{35}+(?![A-Za-z0-9_-])")),
            new TokenFormat(
                    "discord-token",
                    ".",
                    startingWith(
                            "[MNO]",
                            "[A-Za-z0-9_.-]",
                            "[MNO][A-Za-z0-9_-]{22,28}+\\.[A-Za-z0-9_-]{6}+\\."
                                    + "[A-Za-z0-9_-]{27,45}+(?![A-Za-z0-9_-])")),
            new TokenFormat(
                    "discord-webhook",
                    "/webhooks/",
                    Pattern.compile("discord(?:app)?\\.com/api/webhooks/[0-9]{16,22}+/[A-Za-z0-9_-]{50,100}+")),
            new TokenFormat(
                    "slack-webhook",
                    "hooks.slack.com",
                    Pattern.compile("hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{30,120}+")),
            new TokenFormat(
                    "azure-secret",
                    "Q~",
                    startingWith(
                            "[A-Za-z0-9_~.-]{3}[0-9]Q",
                            "[A-Za-z0-9_~.-]", "[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}+")),
            new TokenFormat("azure-sas", "sig=", Pattern.compile("(?<=[?&]sig=)[A-Za-z0-9%+/]{40,100}+=?")),
            new TokenFormat(
                    "mailgun-key",
                    "-",
                    Pattern.compile("(?=[0-9a-f])(?<![0-9a-z-])[0-9a-f]{32}+-[0-9a-f]{8}+-[0-9a-f]{8}+(?![0-9a-f-])")),
            new TokenFormat(
                    "mailchimp-key", "-us", Pattern.compile("(?<![0-9a-z])[0-9a-f]{32}+-us[0-9]{1,2}+(?![0-9a-z])")));

    private StructuredSecrets() {}

    /**
     * A pattern that does not begin after one of these letters, unless it is the letter of an escape such as {@code
     * \n}.
     *
     * @param first how it begins; checked first because that is fast
     */
    private static Pattern startingWith(String first, String letters, String rest) {
        return Pattern.compile("(?=" + first + ")(?:(?<!" + letters + ")|(?<=\\\\[nrt]))" + rest);
    }

    static void find(String text, List<Redaction.Secret> found) {
        privateKeys(text, found);
        for (TokenFormat format : FORMATS) {
            Matcher matcher = format.pattern().matcher(text);
            boolean isPossible = text.contains(format.mark());
            while (isPossible && matcher.find()) {
                if (!SecretHeuristics.isExample(matcher.group())) {
                    found.add(new Redaction.Secret(matcher.start(), matcher.end(), format.kind()));
                }
            }
        }
    }

    private static void privateKeys(String text, List<Redaction.Secret> found) {
        Matcher begin = BEGIN.matcher(text);
        int from = 0;
        boolean hasEnd = true;
        while (from <= text.length() && begin.find(from)) {
            int end = hasEnd ? end(text, begin) : -1;
            hasEnd = end >= 0; // If there is no end after this offset, there is none after a later one.
            int stop = hasEnd ? end : cut(text, begin.end());
            found.add(new Redaction.Secret(begin.start(), stop, "private-key"));
            from = stop;
        }
    }

    /** The end of the block; -1 if it has none. */
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

    /** The end of the lines that look like base64, for a block without an end. */
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
