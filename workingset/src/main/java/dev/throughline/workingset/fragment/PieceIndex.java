package dev.throughline.workingset.fragment;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * In which pieces something stands, by its key: one table for all keys, so that filling it costs no object for each of
 * them. Not safe for use by many threads.
 */
final class PieceIndex {
    private static final int NONE = -1;

    private long[] keys = new long[1 << 10];
    private int[] newest = filled(keys.length);
    private int[] earlier = new int[1 << 10];
    private int[] pieceOf = new int[1 << 10];
    private int places;
    private int distinct;

    /** Notes that something stands in a piece; once for each of both. */
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

    /** In how many pieces it stands; counting ends at {@code most}. */
    int count(long key, int most) {
        int count = 0;
        for (int place = newest[slot(key)]; place != NONE && count < most; place = earlier[place]) {
            count++;
        }
        return count;
    }

    /** Whether it stands in a piece like this. */
    boolean isIn(long key, IntPredicate isOne) {
        for (int place = newest[slot(key)]; place != NONE; place = earlier[place]) {
            if (isOne.test(pieceOf[place])) {
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

    /** Where a key stands, or would. */
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
