package dev.throughline.model;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache with a limit on the total weight of its values. Above the limit the least recently used values are evicted
 * first; the most recently used one always stays, however heavy it is. Safe for use by many threads.
 *
 * @param <K> a key
 * @param <V> a value
 */
public final class WeightedCache<K, V> {
    private final long maxWeight;
    private final Map<K, Weighed<V>> values = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private long total;

    private static final class Weighed<V> {
        final V value;
        long weight;

        Weighed(V value) {
            this.value = value;
        }
    }

    /** @param maxWeight the maximum total weight of all values */
    public WeightedCache(long maxWeight) {
        this.maxWeight = maxWeight;
    }

    /** The value of a key, created if it is missing; a new one weighs nothing until {@link #setWeight} is called. */
    public synchronized V findOrCreate(K key, Supplier<V> creator) {
        return values.computeIfAbsent(key, _ -> new Weighed<>(creator.get())).value;
    }

    /** The value of a key, if it is there. */
    public synchronized Optional<V> find(K key) {
        return Optional.ofNullable(values.get(key)).map(known -> known.value);
    }

    /** Sets the weight of the value of a key, and evicts others if the total is above the limit. */
    public synchronized void setWeight(K key, long weight) {
        Weighed<V> own = values.get(key);
        if (own == null) {
            return;
        }
        total += weight - own.weight;
        own.weight = weight;
        Iterator<Weighed<V>> oldest = values.values().iterator();
        while (total > maxWeight && values.size() > 1) {
            total -= oldest.next().weight;
            oldest.remove();
        }
    }

    public synchronized void remove(K key) {
        @Nullable Weighed<V> known = values.remove(key);
        total -= known == null ? 0 : known.weight;
    }

    public synchronized int size() {
        return values.size();
    }

    public synchronized long weight() {
        return total;
    }
}
