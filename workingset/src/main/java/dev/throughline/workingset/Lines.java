package dev.throughline.workingset;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/**
 * A text by its lines, each with a key that is the same for the same line elsewhere.
 *
 * <p>Tools put numbers before the lines of a file ({@code   12→code}, {@code 12:code}), and other numbers when the file
 * has grown; spaces at the end come and go. Neither is part of a key. What looks like such a number may be what the
 * line says, though: a size, an hour, a port. So a number counts as one of a line only among others that rise with it:
 *
 * <pre>
 *   12→func a() {   14:return a     812  src/a     10:15:30 up     8080:80
 *   13→  return 1   90:return b     40   src/b     10:15:31 up     8081:81
 *   14→}            91:return c     812  src/c     10:15:32 up     8082:82
 *   left out        left out        stay           stay            stay
 * </pre>
 */
public final class Lines {
    private static final Hasher64 KEY = Hashing.xxh3_64();
    private static final int MOST_DIGITS = 6;

    /** As many lines in a row must be numbered for their numbers to be left out. */
    private static final int LEAST_NUMBERED = 3;

    /** What stands between a number and a line; before the last of them numbers may leave some out. */
    private static final String MARKS = "→|\t:";

    /** A line shorter than this is too common to begin a repeat; inside one it may stand. */
    private static final int TELLING_CHARACTERS = 8;

    private final String text;
    private final int[] starts;
    private final int[] contents;
    private final long[] keys;
    private final boolean[] telling;

    private Lines(String text, int[] starts, int[] contents, long[] keys, boolean[] telling) {
        this.text = text;
        this.starts = starts;
        this.contents = contents;
        this.keys = keys;
        this.telling = telling;
    }

    public static Lines of(String text) {
        int count = 1;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            count++;
        }
        int[] starts = new int[count + 1];
        int line = 1;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            starts[line++] = at + 1;
        }
        starts[count] = text.length() + 1;
        long[] keys = new long[count];
        boolean[] telling = new boolean[count];
        int[] contents = contents(text, starts);
        for (int i = 0; i < count; i++) {
            int to = starts[i + 1] - 1;
            while (to > contents[i] && text.charAt(to - 1) <= ' ') {
                to--;
            }
            keys[i] = KEY.hashCharsToLong(text.subSequence(contents[i], to));
            telling[i] = to - contents[i] >= TELLING_CHARACTERS;
        }
        return new Lines(text, starts, contents, keys, telling);
    }

    /** Where each line's own content begins: behind its number, in runs of lines whose numbers rise. */
    private static int[] contents(String text, int[] starts) {
        int count = starts.length - 1;
        int[] contents = Arrays.copyOf(starts, count);
        Label before = Label.NONE;
        int first = 0;
        for (int i = 0; i < count; i++) {
            Label label = Label.before(text, starts[i], starts[i + 1] - 1);
            first = label.follows(before) ? first : i;
            if (i - first + 1 == LEAST_NUMBERED) {
                for (int line = first; line < i; line++) {
                    contents[line] = Label.before(text, starts[line], starts[line + 1] - 1)
                            .end();
                }
            }
            if (i - first + 1 >= LEAST_NUMBERED) {
                contents[i] = label.end();
            }
            before = label;
        }
        return contents;
    }

    /**
     * What may be the number of a line.
     *
     * @param end where the line goes on behind it
     */
    private record Label(int value, char mark, int end) {
        static final Label NONE = new Label(0, ' ', 0);

        static Label before(String text, int from, int to) {
            int at = from;
            while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
            int value = 0;
            int digits = at;
            while (at < to && at - digits < MOST_DIGITS && isDigit(text.charAt(at))) {
                value = 10 * value + text.charAt(at) - '0';
                at++;
            }
            if (at == digits) {
                return NONE;
            }
            while (at < to && text.charAt(at) == ' ') {
                at++;
            }
            boolean isMarked = at < to && MARKS.indexOf(text.charAt(at)) >= 0;
            boolean isTime = isMarked && text.charAt(at) == ':' && at + 1 < to && isDigit(text.charAt(at + 1));
            return isMarked && !isTime ? new Label(value, text.charAt(at), at + 1) : NONE;
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        /** Whether this numbers the line behind the one that the other numbers. Searches leave lines out. */
        boolean follows(Label other) {
            boolean isNext = mark == ':' ? value > other.value : value == other.value + 1;
            return mark != NONE.mark && mark == other.mark && isNext;
        }
    }

    public int count() {
        return keys.length;
    }

    public long key(int line) {
        return keys[line];
    }

    /** Whether a line says enough to begin a repeat. */
    public boolean isTelling(int line) {
        return telling[line];
    }

    /** The characters of some lines, their line breaks included. */
    public int characters(int from, int to) {
        return starts[to] - starts[from];
    }

    /** Some lines as they stand, without the last line break. */
    public String text(int from, int to) {
        return text.substring(starts[from], starts[to] - 1);
    }

    /** How some lines are called, the last one included: by the numbers before them, or by their places from 1. */
    public String range(int first, int last) {
        int end = last;
        while (end > first
                && contents[end] >= starts[end + 1] - 1
                && number(end).isEmpty()) {
            end--; // The empty line behind the last line break has no number.
        }
        String from = number(first);
        String to = number(end);
        return from.isEmpty() || to.isEmpty() ? (first + 1) + "-" + (last + 1) : from + "-" + to;
    }

    private String number(int line) {
        return text.substring(starts[line], contents[line]).replaceAll("\\D", "");
    }

    long[] keys() {
        return Arrays.copyOf(keys, keys.length);
    }
}
