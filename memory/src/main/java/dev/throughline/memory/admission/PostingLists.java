package dev.throughline.memory.admission;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Which lines hold a mark: numbers behind numbers, added and never taken out. Plain arrays, twelve bytes an entry and
 * four for its place in the table, since a large memory has millions of them. Not safe for use by many threads.
 */
final class PostingLists {
    private static final int FIRST_SIZE = 64;
    private static final int NONE = -1;

    private int[] heads = empty(FIRST_SIZE);
    private int[] marks = new int[FIRST_SIZE];
    private int[] lines = new int[FIRST_SIZE];
    private int[] next = new int[FIRST_SIZE];
    private int size;

    void add(int mark, int line) {
        if (size == marks.length) {
            grow();
        }
        marks[size] = mark;
        lines[size] = line;
        link(size++);
    }

    /** Tells all lines of a mark, the newest first. */
    void forEach(int mark, IntConsumer told) {
        for (int at = heads[bucket(mark)]; at != NONE; at = next[at]) {
            if (marks[at] == mark) {
                told.accept(lines[at]);
            }
        }
    }

    private void grow() {
        int wanted = Math.multiplyExact(size, 2);
        marks = Arrays.copyOf(marks, wanted);
        lines = Arrays.copyOf(lines, wanted);
        next = new int[wanted];
        heads = empty(wanted);
        for (int i = 0; i < size; i++) {
            link(i);
        }
    }

    private void link(int at) {
        int bucket = bucket(marks[at]);
        next[at] = heads[bucket];
        heads[bucket] = at;
    }

    /** The upper bits of a product spread marks that differ in few bits. */
    private int bucket(int mark) {
        return (mark * 0x9E3779B9) >>> (Integer.numberOfLeadingZeros(heads.length) + 1);
    }

    private static int[] empty(int size) {
        int[] heads = new int[size];
        Arrays.fill(heads, NONE);
        return heads;
    }
}
