package dev.throughline.bench;

import java.util.Arrays;

/** Measured values in a growing array. Not thread-safe. */
public final class Figures {
    private long[] values = new long[1024];
    private int size;

    public void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    synchronized void addAll(Figures others) {
        for (int i = 0; i < others.size; i++) {
            add(others.values[i]);
        }
    }

    public int size() {
        return size;
    }

    /** The quantile: the value below which this part of all values is. */
    public double at(double share) {
        if (size == 0) {
            return Double.NaN;
        }
        Arrays.sort(values, 0, size);
        return values[(int) Math.min(size - 1L, (long) (share * size))];
    }

    public double median() {
        return at(0.5);
    }

    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
