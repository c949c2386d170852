package dev.throughline.simulator.session;

import java.util.EnumMap;
import java.util.Map;

/** Sums by counter. Not thread-safe. */
public final class Totals {
    private final Map<Counter, Double> sums = new EnumMap<>(Counter.class);

    public void add(Counter count, double amount) {
        sums.merge(count, amount, Double::sum);
    }

    public void increment(Counter count) {
        add(count, 1);
    }

    public void incrementIf(boolean fact, Counter count) {
        if (fact) {
            increment(count);
        }
    }

    public double of(Counter count) {
        return sums.getOrDefault(count, 0.0);
    }

    /** Adds the sums of another. */
    public void addAll(Totals other) {
        other.sums.forEach(this::add);
    }
}
