package dev.throughline.model.text;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Texts, figures and times as they are shown to people. */
public final class DisplayText {
    private DisplayText() {}

    /**
     * A text from outside, in which control characters, which could move the cursor or change colours of the terminal,
     * are replaced by a visible character.
     */
    public static String printable(String text) {
        return text.codePoints()
                .map(point ->
                        Character.isISOControl(point) || Character.getType(point) == Character.FORMAT ? '·' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The beginning of a text in one line. */
    public static String firstWords(String text, int most) {
        String line = printable(text.replaceAll("\\s+", " ").strip());
        if (columns(line) <= most) {
            return line;
        }
        int end = 0;
        int width = 0;
        while (width + columns(line.codePointAt(end)) < most) {
            width += columns(line.codePointAt(end));
            end = line.offsetByCodePoints(end, 1);
        }
        return line.substring(0, end) + "…";
    }

    /** The width of a text in a terminal: East Asian characters and emoji take two columns, combining marks none. */
    public static int columns(String text) {
        return text.codePoints().map(DisplayText::columns).sum();
    }

    private static int columns(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean isWide = Character.isIdeographic(point)
                || (point >= 0x1100 && point <= 0x115F) // the first letters of Hangul
                || (point >= 0x2E80 && point <= 0x303E) // radicals, and signs of Chinese and Japanese
                || (point >= 0x3041 && point <= 0xA4CF) // Kana and what follows
                || (point >= 0xAC00 && point <= 0xD7A3) // Hangul
                || (point >= 0xFE30 && point <= 0xFE6F)
                || (point >= 0xFF01 && point <= 0xFF60) // wide forms
                || (point >= 0xFFE0 && point <= 0xFFE6)
                || (point >= 0x1F300 && point <= 0x1FAFF); // pictures
        return isWide ? 2 : 1;
    }

    /** A change as people write it: {@code -12.3%}. */
    public static String change(double part) {
        return String.format(Locale.ROOT, "%+.1f%%", 100 * part);
    }

    /** A number as people write it: {@code 12,345}. */
    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number of things: {@code 1 turn}, {@code 2,000 turns}. */
    public static String quantity(long number, String thing) {
        return number(number) + " " + thing + (number == 1 ? "" : "s");
    }

    /** A number of tokens in at most six letters: {@code 950}, {@code 12.3k}, {@code 1.2M}. */
    public static String count(long tokens) {
        if (tokens < 1_000) {
            return Long.toString(tokens);
        }
        return tokens < 1_000_000
                ? String.format(Locale.ROOT, "%.1fk", tokens / 1e3)
                : String.format(Locale.ROOT, "%.1fM", tokens / 1e6);
    }

    /** A number of tokens in at most four letters: {@code 950}, {@code 12k}, {@code 1M}. */
    public static String roundCount(long tokens) {
        if (tokens < 1_000) {
            return Long.toString(tokens);
        }
        return tokens < 1_000_000 ? tokens / 1_000 + "k" : tokens / 1_000_000 + "M";
    }

    /** How long ago something was, in the largest unit that fits. */
    public static String age(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        if (age.isNegative() || age.toMinutes() < 1) {
            return Math.max(0, age.toSeconds()) + "s";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + "m";
        }
        return age.toDays() < 2 ? age.toHours() + "h" : age.toDays() + "d";
    }
}
