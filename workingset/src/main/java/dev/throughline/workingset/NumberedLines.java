package dev.throughline.workingset;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A text by lines, each with a key that is equal for equal lines.
 *
 * <p>Tools put numbers before the lines of a file ({@code   12→code}, {@code 12:code}), and the numbers change when the
 * file grows; spaces at the end vary. Neither is part of a key. What looks like a line number may also be content: a
 * size, a time, a port. So a number is a line number only if it rises together with its neighbours:
 *
 * <pre>
 *   12→func a() {   14:return a     812  src/a     10:15:30 up     8080:80
 *   13→  return 1   90:return b     40   src/b     10:15:31 up     8081:81
 *   14→}            91:return c     812  src/c     10:15:32 up     8082:82
 *   removed         removed         stays          stays           stays
 * </pre>
 *
 * <p>And only if most lines of the text are numbered like this: a table inside a file may count from 1, too.
 */
public final class NumberedLines {
    private static final int MAX_DIGITS = 6;

    /** Numbers are line numbers only in runs of this many lines. */
    private static final int MIN_NUMBERED = 3;

    /** The characters between a number and a line. Before the last of them, numbers may be skipped. */
    private static final String MARKS = "→|\t:";

    /** The marks of tools that align numbers to the right. */
    private static final String PADDING_MARKS = "→\t";

    /** The smallest width to which tools align numbers. */
    private static final int MIN_COLUMNS = 6;

    /** Lines that a tool may write before those of a file. */
    private static final int MAX_HEADER = 6;

    private final String text;
    private final int[] starts;
    private final int[] contents;
    private final LineKeys keys;

    private NumberedLines(String text, int[] starts, int[] contents, LineKeys keys) {
        this.text = text;
        this.starts = starts;
        this.contents = contents;
        this.keys = keys;
    }

    /** The lines of the result of a call. */
    public static NumberedLines of(String text, CallSubject subject) {
        IntStream.Builder lineStarts = IntStream.builder().add(0);
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            lineStarts.add(at + 1);
        }
        int[] starts = lineStarts.add(text.length() + 1).build().toArray();
        int count = starts.length - 1;
        long[] keys = new long[count];
        int[] numbers = new int[count];
        int[] contents = subject.mayNumber() ? contents(text, starts) : Arrays.copyOf(starts, count);
        for (int i = 0; i < count; i++) {
            int to = starts[i + 1] - 1;
            while (to > contents[i] && text.charAt(to - 1) <= ' ') {
                to--;
            }
            keys[i] = LineKeys.key(text.subSequence(contents[i], to));
            boolean isNumbered = contents[i] > starts[i];
            numbers[i] = isNumbered ? Label.before(text, starts[i], to).value() : LineKeys.NO_NUMBER;
        }
        return new NumberedLines(text, starts, contents, new LineKeys(keys, numbers));
    }

    /** The offset of the content of each line: after its number, in runs of lines whose numbers rise. */
    private static int[] contents(String text, int[] starts) {
        int count = starts.length - 1;
        int[] contents = Arrays.copyOf(starts, count);
        Label before = Label.NONE;
        int first = 0;
        int numbered = 0;
        for (int i = 0; i < count; i++) {
            Label label = Label.before(text, starts[i], starts[i + 1] - 1);
            first = label.follows(before) ? first : i;
            if (i - first + 1 == MIN_NUMBERED) {
                for (int line = first; line < i; line++) {
                    contents[line] = Label.before(text, starts[line], starts[line + 1] - 1)
                            .end();
                    numbered++;
                }
            }
            if (i - first + 1 >= MIN_NUMBERED) {
                contents[i] = label.end();
                numbered++;
            }
            before = label;
        }
        return 2 * numbered > count ? contents : Arrays.copyOf(starts, count);
    }

    /**
     * A possible line number.
     *
     * @param end the offset of the content after it
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
            while (at < to && at - digits < MAX_DIGITS && isDigit(text.charAt(at))) {
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

        /** Whether this is the number of the line after the other's. Searches skip lines. */
        boolean follows(Label other) {
            boolean isNext = mark == ':' ? value > other.value : value == other.value + 1;
            return mark != NONE.mark && mark == other.mark && isNext;
        }
    }

    public int count() {
        return keys.count();
    }

    public LineKeys keys() {
        return keys;
    }

    /** The line that contains a character of the text. */
    public int at(int character) {
        int found = Arrays.binarySearch(starts, character);
        return found >= 0 ? found : -found - 2;
    }

    /** The text of some lines, without the last line break. */
    public String text(int from, int to) {
        return text.substring(starts[from], starts[to] - 1);
    }

    /**
     * The numbers of some lines, including the last one: {@code 12-40}; empty if they have none. What a tool writes
     * after a file has no number.
     */
    public Optional<String> range(int first, int last) {
        int to = last;
        while (to > first && last == count() - 1 && !keys.isNumbered(to)) {
            to--;
        }
        boolean isNumbered = keys.isNumbered(first) && keys.isNumbered(to);
        return isNumbered ? Optional.of(keys.number(first) + "-" + keys.number(to)) : Optional.empty();
    }

    /**
     * The text without the spaces before its line numbers; unchanged if it does not begin with line numbers, or if they
     * are narrower than those of tools, because then they may be content of the file.
     */
    public String unpadded() {
        int first = 0;
        while (first < count() && first < MAX_HEADER && !keys.isNumbered(first)) {
            first++;
        }
        boolean isPadded = first < count()
                && keys.isNumbered(first)
                && PADDING_MARKS.indexOf(text.charAt(contents[first] - 1)) >= 0
                && contents[first] - starts[first] > MIN_COLUMNS;
        if (!isPadded) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int line = 0; line < count(); line++) {
            int from = starts[line];
            while (keys.isNumbered(line) && text.charAt(from) == ' ') {
                from++;
            }
            plain.append(text, from, Math.min(text.length(), starts[line + 1]));
        }
        return plain.toString();
    }
}
