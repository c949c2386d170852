package dev.throughline.memory.admission;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Maps each feature to the numbers of the lines that have it. Entries are never removed. Plain arrays with 16 bytes per
 * entry, because a large memory has millions of them. Not safe for use by many threads.
 */
final class LinesByFeature {
    private static final int FIRST_SIZE = 64;
    private static final int NONE = -1;

    private int[] heads = empty(FIRST_SIZE);
    private int[] features = new int[FIRST_SIZE];
    private int[] lines = new int[FIRST_SIZE];
    private int[] next = new int[FIRST_SIZE];
    private int size;

    void add(int feature, int line) {
        if (size == features.length) {
            grow();
        }
        features[size] = feature;
        lines[size] = line;
        link(size++);
    }

    /** Passes all lines with a feature to the consumer, the newest first. */
    void forEach(int feature, IntConsumer consumer) {
        for (int at = heads[bucket(feature)]; at != NONE; at = next[at]) {
            if (features[at] == feature) {
                consumer.accept(lines[at]);
            }
        }
    }

    private void grow() {
        int wanted = Math.multiplyExact(size, 2);
        features = Arrays.copyOf(features, wanted);
        lines = Arrays.copyOf(lines, wanted);
        next = new int[wanted];
        heads = empty(wanted);
        for (int i = 0; i < size; i++) {
            link(i);
        }
    }

    private void link(int at) {
        int bucket = bucket(features[at]);
        next[at] = heads[bucket];
        heads[bucket] = at;
    }

    /** The upper bits of a product spread features that differ in few bits. */
    private int bucket(int feature) {
        return (feature * 0x9E3779B9) >>> (Integer.numberOfLeadingZeros(heads.length) + 1);
    }

    private static int[] empty(int size) {
        int[] heads = new int[size];
        Arrays.fill(heads, NONE);
        return heads;
    }
}
