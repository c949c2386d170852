package dev.throughline.store.file;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where things are in one archive file: every {@value #STRIDE}th line by sequence, and every source by its id.
 *
 * <p>Sources stand in an open table of numbers: the first 60 bits of the hash, the line's offset and its length, 20
 * bytes for a source at a load of at most one half. Sixty bits may collide, so a reader checks the id in the line it
 * finds. Not safe for use by many threads; its session's lock guards it.
 */
final class ArchiveIndex {
    /** A line of the archive. */
    record Place(long offset, int length) {}

    private static final int STRIDE = 32;
    private static final int BITS_OF_A_LETTER = 5;
    private static final int LETTERS = 12;
    private static final int FIRST_LETTER = 3;

    private long[] sequences = new long[16];
    private long[] offsets = new long[16];
    private int marks;
    private int lines;

    private long[] keys = new long[64];
    private long[] places = new long[64];
    private int[] lengths = new int[64];
    private int sources;

    /** Notes a line; lines come in the order of their sequences. */
    void line(long sequence, long offset) {
        if (lines++ % STRIDE != 0) {
            return;
        }
        if (marks == sequences.length) {
            sequences = Arrays.copyOf(sequences, marks * 2);
            offsets = Arrays.copyOf(offsets, marks * 2);
        }
        sequences[marks] = sequence;
        offsets[marks++] = offset;
    }

    /** Notes that the line at a place holds a source. */
    void source(Hash id, Place place) {
        if (sources * 2 >= keys.length) {
            grow();
        }
        put(key(id), place);
    }

    /** Where to start reading to meet all lines above {@code sequence}; at most {@value #STRIDE} lines too early. */
    long before(long sequence) {
        int at = Arrays.binarySearch(sequences, 0, marks, sequence + 1);
        int mark = at >= 0 ? at : -at - 2;
        return mark < 0 ? 0 : offsets[mark];
    }

    /** Lines that may hold this source. */
    List<Place> find(Hash id) {
        long key = key(id);
        List<Place> found = new ArrayList<>(1);
        for (int slot = slot(key); keys[slot] != 0; slot = (slot + 1) & (keys.length - 1)) {
            if (keys[slot] == key) {
                found.add(new Place(places[slot], lengths[slot]));
            }
        }
        return found;
    }

    private void put(long key, Place place) {
        int slot = slot(key);
        while (keys[slot] != 0) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        places[slot] = place.offset();
        lengths[slot] = place.length();
        sources++;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldPlaces = places;
        int[] oldLengths = lengths;
        keys = new long[oldKeys.length * 2];
        places = new long[keys.length];
        lengths = new int[keys.length];
        sources = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                put(oldKeys[i], new Place(oldPlaces[i], oldLengths[i]));
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
