package dev.throughline.workingset.fragment;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The pieces that contain a name, by its key. One open hash table of primitives, because a chain has many names. Not
 * thread-safe.
 */
final class PieceIndex {
    private static final int NONE = -1;

    private long[] keys = new long[1 << 10];
    private int[] newest = filled(keys.length);
    private int[] earlier = new int[1 << 10];
    private int[] pieceOf = new int[1 << 10];
    private int places;
    private int distinct;

    /** Adds a piece of a key; to be called once for each pair. */
    void add(long key, int piece) {
        if (places == earlier.length) {
            earlier = Arrays.copyOf(earlier, 2 * places);
            pieceOf = Arrays.copyOf(pieceOf, 2 * places);
        }
        if (2 * distinct >= keys.length) {
            grow();
        }
        int slot = slot(key);
        if (newest[slot] == NONE) {
            keys[slot] = key;
            distinct++;
        }
        earlier[places] = newest[slot];
        pieceOf[places] = piece;
        newest[slot] = places++;
    }

    /** The number of pieces of a key, at most {@code max}. */
    int count(long key, int max) {
        int count = 0;
        for (int place = newest[slot(key)]; place != NONE && count < max; place = earlier[place]) {
            count++;
        }
        return count;
    }

    /** Whether any piece of a key matches. */
    boolean isIn(long key, IntPredicate matches) {
        for (int place = newest[slot(key)]; place != NONE; place = earlier[place]) {
            if (matches.test(pieceOf[place])) {
                return true;
            }
        }
        return false;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNewest = newest;
        keys = new long[2 * oldKeys.length];
        newest = filled(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNewest[i] != NONE) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                newest[slot] = oldNewest[i];
            }
        }
    }

    /** The slot of a key, or the free slot for it. */
    private int slot(long key) {
        int mask = keys.length - 1;
        int at = (int) (key ^ key >>> 32) & mask;
        while (newest[at] != NONE && keys[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }
}
