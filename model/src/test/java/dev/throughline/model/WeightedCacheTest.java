package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

final class WeightedCacheTest {
    @Test
    void the_total_weight_of_the_values_is_limited() {
        WeightedCache<Integer, Object> cache = new WeightedCache<>(100);
        for (int i = 0; i < 10_000; i++) {
            cache.findOrCreate(i, Object::new);
            cache.setWeight(i, 10);
        }
        assertEquals(10, cache.size());
        assertEquals(100, cache.weight());
    }

    @Test
    void the_least_recently_used_value_is_removed_first() {
        WeightedCache<String, Object> cache = new WeightedCache<>(20);
        Object first = put(cache, "first", 10);
        Object second = put(cache, "second", 10);
        assertSame(first, cache.findOrCreate("first", Object::new));
        put(cache, "third", 10);
        assertSame(first, cache.findOrCreate("first", Object::new));
        assertNotSame(second, cache.findOrCreate("second", Object::new));
    }

    @Test
    void a_value_that_becomes_heavier_displaces_others_and_stays() {
        WeightedCache<String, Object> cache = new WeightedCache<>(20);
        put(cache, "first", 5);
        Object second = put(cache, "second", 5);
        cache.setWeight("second", 500);
        assertEquals(1, cache.size());
        assertSame(second, cache.findOrCreate("second", Object::new));
        cache.remove("second");
        assertEquals(0, cache.weight());
    }

    private static Object put(WeightedCache<String, Object> cache, String key, long weight) {
        Object value = cache.findOrCreate(key, Object::new);
        cache.setWeight(key, weight);
        return value;
    }
}
