package dev.throughline.replay.session;

import java.util.EnumMap;
import java.util.Map;

/** Sums by what they count. Not safe for use by several threads at once. */
public final class Tally {
    private final Map<Count, Double> sums = new EnumMap<>(Count.class);

    public void add(Count count, double amount) {
        sums.merge(count, amount, Double::sum);
    }

    public void increment(Count count) {
        add(count, 1);
    }

    public void incrementIf(boolean fact, Count count) {
        if (fact) {
            increment(count);
        }
    }

    public double of(Count count) {
        return sums.getOrDefault(count, 0.0);
    }

    /** Adds the sums of another. */
    public void addAll(Tally other) {
        other.sums.forEach(this::add);
    }
}
