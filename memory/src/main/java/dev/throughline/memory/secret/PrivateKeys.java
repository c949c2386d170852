package dev.throughline.memory.secret;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds private keys in PEM and in the format of PuTTY. */
final class PrivateKeys {
    private static final Pattern BEGIN =
            Pattern.compile("-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:");
    private static final String END = "-----END ";
    private static final String PUTTY_END = "Private-MAC:";

    /** The maximum length of a key without an end, because somebody cut the text. */
    private static final int MAX_KEY_LENGTH = 16_384;

    private PrivateKeys() {}

    static void find(String text, List<Redaction.Secret> found) {
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
