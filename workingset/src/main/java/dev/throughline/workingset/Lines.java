package dev.throughline.workingset;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/**
 * A text by its lines, each with a key that is the same for the same line elsewhere.
 *
 * <p>Tools put numbers before the lines of a file ({@code   12→code}, {@code 12:code}), and other numbers when the file
 * has grown; spaces at the end come and go. Neither is part of a key.
 */
public final class Lines {
    private static final Hasher64 KEY = Hashing.xxh3_64();
    private static final int MOST_DIGITS = 6;

    /** A line shorter than this is too common to begin a repeat; inside one it may stand. */
    private static final int TELLING_CHARACTERS = 8;

    private final String text;
    private final int[] starts;
    private final long[] keys;
    private final boolean[] telling;

    private Lines(String text, int[] starts, long[] keys, boolean[] telling) {
        this.text = text;
        this.starts = starts;
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
        for (int i = 0; i < count; i++) {
            int from = content(text, starts[i], starts[i + 1] - 1);
            int to = starts[i + 1] - 1;
            while (to > from && text.charAt(to - 1) <= ' ') {
                to--;
            }
            keys[i] = KEY.hashCharsToLong(text.subSequence(from, to));
            telling[i] = to - from >= TELLING_CHARACTERS;
        }
        return new Lines(text, starts, keys, telling);
    }

    /** Where a line's own content begins, behind a number if there is one. */
    private static int content(String text, int from, int to) {
        int at = from;
        while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        int digits = at;
        while (at < to && at - digits < MOST_DIGITS && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (at == digits) {
            return from;
        }
        while (at < to && text.charAt(at) == ' ') {
            at++;
        }
        boolean isMarked = at < to && "→:|\t".indexOf(text.charAt(at)) >= 0;
        return isMarked ? at + 1 : from;
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

    /** The number that stands before a line, or its place in the text, counted from 1. */
    public String number(int line) {
        int end = content(text, starts[line], starts[line + 1] - 1);
        String label = text.substring(starts[line], end).replaceAll("\\D", "");
        return label.isEmpty() ? Integer.toString(line + 1) : label;
    }

    long[] keys() {
        return Arrays.copyOf(keys, keys.length);
    }
}
