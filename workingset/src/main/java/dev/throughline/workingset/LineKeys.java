package dev.throughline.workingset;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/**
 * Hash keys of the lines of a text, which are equal for equal lines, and the numbers that a tool put before the lines.
 */
public final class LineKeys {
    static final int NO_NUMBER = -1;

    private static final Hasher64 KEY = Hashing.xxh3_64();
    private static final long EMPTY = key("");

    private final long[] keys;
    private final int[] numbers;
    private final boolean hasNumbers;

    LineKeys(long[] keys, int[] numbers) {
        this.keys = keys;
        this.numbers = numbers;
        this.hasNumbers = Arrays.stream(numbers).anyMatch(number -> number != NO_NUMBER);
    }

    static long key(CharSequence line) {
        return KEY.hashCharsToLong(line);
    }

    public int count() {
        return keys.length;
    }

    public boolean isNumbered(int line) {
        return numbers[line] != NO_NUMBER;
    }

    /** The number before a line; -1 if it has none. */
    public int number(int line) {
        return numbers[line];
    }

    /** The first line of the file itself: after the tool's header, which has no numbers, and after empty lines. */
    public int begin() {
        int line = 0;
        while (line < keys.length && !isOfFile(line)) {
            line++;
        }
        return line;
    }

    /** The end of the file's own lines, exclusive. */
    public int end() {
        int line = keys.length;
        while (line > 0 && !isOfFile(line - 1)) {
            line--;
        }
        return line;
    }

    private boolean isOfFile(int line) {
        return hasNumbers ? isNumbered(line) : keys[line] != EMPTY;
    }

    /** One key for several lines in a row. */
    public long key(int from, int count) {
        long key = 0;
        for (int i = from; i < from + count; i++) {
            key = 31 * key + keys[i];
        }
        return key;
    }

    /** The number of equal lines in a row, from a line here and a line of the other text. */
    public int common(int from, LineKeys other, int at) {
        int count = 0;
        while (from + count < keys.length
                && at + count < other.keys.length
                && keys[from + count] == other.keys[at + count]) {
            count++;
        }
        return count;
    }
}
