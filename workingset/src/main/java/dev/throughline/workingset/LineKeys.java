package dev.throughline.workingset;

/**
 * What lines of a text say, as keys that are the same for the same line elsewhere, and the numbers that a tool put
 * before them.
 */
public final class LineKeys {
    /** The number of a line that has none. */
    static final int NO_NUMBER = -1;

    private final long[] keys;
    private final int[] numbers;

    LineKeys(long[] keys, int[] numbers) {
        this.keys = keys;
        this.numbers = numbers;
    }

    public int count() {
        return keys.length;
    }

    public long key(int line) {
        return keys[line];
    }

    public boolean isNumbered(int line) {
        return numbers[line] != NO_NUMBER;
    }

    /** The number before a line; -1 if it has none. */
    public int number(int line) {
        return numbers[line];
    }

    /** One key for so many lines in a row. */
    public long key(int from, int count) {
        long key = 0;
        for (int i = from; i < from + count; i++) {
            key = 31 * key + keys[i];
        }
        return key;
    }

    /** How many lines in a row are alike, from a line here and a line there on. */
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
