package dev.throughline.workingset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which lines the model can read, and in which piece: what a repeat may point to.
 *
 * <p>Pieces are shown in the order of their chain. Forgetting pieces from one on takes a rebuild from the keys of those
 * before it, which are remembered, so it needs no texts. Not safe for use by many threads.
 */
public final class Shown {
    /** As many places of one line are tried; the newest ones. */
    private static final int MOST_TRIED = 8;

    private static final int FREE = -1;

    /** So many lines in a row are usually worth a pointer. */
    public static final int LEAST_LINES = 3;

    private final int leastLines;
    private final List<long[]> pieces = new ArrayList<>();
    private long[] keys = new long[1 << 10];
    private int[] newest = filled(keys.length);
    private int[] earlier = new int[1 << 10];
    private int[] pieceOf = new int[1 << 10];
    private int[] lineOf = new int[1 << 10];
    private int places;
    private int distinct;

    /** Lines that stand elsewhere: {@code count} of them, in this piece. */
    public record Repeat(int piece, int count) {}

    public Shown() {
        this(LEAST_LINES);
    }

    /** One in which so many lines in a row are worth a pointer. */
    public Shown(int leastLines) {
        this.leastLines = leastLines;
    }

    /** How many lines in a row must stand elsewhere to become a pointer. */
    public int leastLines() {
        return leastLines;
    }

    /** The same to begin with; what is shown there is not shown here. */
    public Shown copy() {
        Shown copy = new Shown(leastLines);
        copy.pieces.addAll(pieces);
        copy.keys = keys.clone();
        copy.newest = newest.clone();
        copy.earlier = earlier.clone();
        copy.pieceOf = pieceOf.clone();
        copy.lineOf = lineOf.clone();
        copy.places = places;
        copy.distinct = distinct;
        return copy;
    }

    /** How many pieces were shown or hidden so far: the place of the next one. */
    public int size() {
        return pieces.size();
    }

    /** Shows the next piece. */
    public void show(Lines lines) {
        int piece = pieces.size();
        pieces.add(lines.keys());
        for (int line = 0; line < lines.count(); line++) {
            if (lines.isTelling(line)) {
                place(lines.key(line), piece, line);
            }
        }
    }

    /** The next piece shows nothing that can be pointed to. */
    public void hide() {
        pieces.add(new long[0]);
    }

    /** Forgets all pieces from this one on. */
    public void truncate(int piece) {
        if (piece >= pieces.size()) {
            return;
        }
        pieces.subList(piece, pieces.size()).clear();
        Arrays.fill(newest, FREE);
        int old = places;
        places = 0;
        distinct = 0;
        for (int i = 0; i < old; i++) {
            if (pieceOf[i] < piece) {
                place(pieces.get(pieceOf[i])[lineOf[i]], pieceOf[i], lineOf[i]);
            }
        }
    }

    /** The longest run of lines from this one on that some piece shows; of 0 lines if none does. */
    public Repeat longest(Lines lines, int from) {
        Repeat best = new Repeat(0, 0);
        if (!lines.isTelling(from)) {
            return best;
        }
        int slot = slot(lines.key(from));
        int place = newest[slot];
        for (int tried = 0; place != FREE && tried < MOST_TRIED; tried++, place = earlier[place]) {
            int count = common(lines, from, pieces.get(pieceOf[place]), lineOf[place]);
            best = count > best.count() ? new Repeat(pieceOf[place], count) : best;
        }
        return best;
    }

    private static int common(Lines lines, int from, long[] other, int at) {
        int count = 0;
        while (from + count < lines.count()
                && at + count < other.length
                && lines.key(from + count) == other[at + count]) {
            count++;
        }
        return count;
    }

    private void place(long key, int piece, int line) {
        if (places == earlier.length) {
            earlier = Arrays.copyOf(earlier, 2 * places);
            pieceOf = Arrays.copyOf(pieceOf, 2 * places);
            lineOf = Arrays.copyOf(lineOf, 2 * places);
        }
        if (2 * distinct >= keys.length) {
            grow();
        }
        int slot = slot(key);
        if (newest[slot] == FREE) {
            keys[slot] = key;
            distinct++;
        }
        earlier[places] = newest[slot];
        pieceOf[places] = piece;
        lineOf[places] = line;
        newest[slot] = places++;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNewest = newest;
        keys = new long[2 * oldKeys.length];
        newest = filled(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNewest[i] != FREE) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                newest[slot] = oldNewest[i];
            }
        }
    }

    /** Where a key stands, or would. */
    private int slot(long key) {
        int mask = keys.length - 1;
        int at = (int) (key ^ key >>> 32) & mask;
        while (newest[at] != FREE && keys[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, FREE);
        return array;
    }
}
