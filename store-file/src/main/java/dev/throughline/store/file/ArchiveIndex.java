package dev.throughline.store.file;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The offsets of lines in one archive file: of every {@value #STRIDE}th line by its sequence, and of every source by
 * its id.
 *
 * <p>Thousands of these are in memory, so sources are in a hash table with open addressing that needs 16 bytes for a
 * slot: the first 60 bits of the hash, and the offset of the line. At most half of the slots are in use. Two ids may
 * have the same 60 bits, so a reader compares the id in the line it finds. Not safe for use by many threads; the lock
 * of the {@link SessionFile} guards it.
 */
final class ArchiveIndex {
    private static final int STRIDE = 32;
    private static final int BITS_OF_A_LETTER = 5;
    private static final int LETTERS = 12;
    private static final int FIRST_LETTER = 3;

    private long[] sequences = new long[16];
    private long[] lineOffsets = new long[16];
    private int marks;
    private int lines;

    private long[] keys = new long[64];
    private long[] sourceOffsets = new long[64];
    private int sources;

    /** Adds a line; lines are added in the order of their sequences. */
    void addLine(long sequence, long offset) {
        if (lines++ % STRIDE != 0) {
            return;
        }
        if (marks == sequences.length) {
            sequences = Arrays.copyOf(sequences, marks * 2);
            lineOffsets = Arrays.copyOf(lineOffsets, marks * 2);
        }
        sequences[marks] = sequence;
        lineOffsets[marks++] = offset;
    }

    /** Adds the source in the line at an offset. */
    void addSource(Hash id, long offset) {
        if (sources * 2 >= keys.length) {
            grow();
        }
        put(key(id), offset);
    }

    /** Where to start reading to find all lines above {@code sequence}; at most {@value #STRIDE} lines too early. */
    long offsetBefore(long sequence) {
        int at = Arrays.binarySearch(sequences, 0, marks, sequence + 1);
        int mark = at >= 0 ? at : -at - 2;
        return mark < 0 ? 0 : lineOffsets[mark];
    }

    /** The offsets of the lines that may contain this source. */
    List<Long> find(Hash id) {
        long key = key(id);
        List<Long> found = new ArrayList<>(1);
        for (int slot = slot(key); keys[slot] != 0; slot = (slot + 1) & (keys.length - 1)) {
            if (keys[slot] == key) {
                found.add(sourceOffsets[slot]);
            }
        }
        return found;
    }

    private void put(long key, long offset) {
        int slot = slot(key);
        while (keys[slot] != 0) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        sourceOffsets[slot] = offset;
        sources++;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldOffsets = sourceOffsets;
        keys = new long[oldKeys.length * 2];
        sourceOffsets = new long[keys.length];
        sources = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                put(oldKeys[i], oldOffsets[i]);
            }
        }
    }

    private int slot(long key) {
        return (int) (key >>> BITS_OF_A_LETTER) & (keys.length - 1);
    }

    /** The first letters of the hash as a number; never 0, which marks an empty slot. */
    private static long key(Hash id) {
        long key = 1;
        for (int i = 0; i < LETTERS; i++) {
            char c = id.text().charAt(FIRST_LETTER + i);
            key = (key << BITS_OF_A_LETTER) | (c >= 'a' ? c - 'a' : c - '2' + 26);
        }
        return key;
    }
}
