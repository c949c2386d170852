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
            cache.of(i, Object::new);
            cache.weigh(i, 10);
        }
        assertEquals(10, cache.size());
        assertEquals(100, cache.weight());
    }

    @Test
    void the_least_recently_used_value_is_removed_first() {
        WeightedCache<String, Object> cache = new WeightedCache<>(20);
        Object first = put(cache, "first", 10);
        Object second = put(cache, "second", 10);
        assertSame(first, cache.of("first", Object::new));
        put(cache, "third", 10);
        assertSame(first, cache.of("first", Object::new));
        assertNotSame(second, cache.of("second", Object::new));
    }

    @Test
    void a_value_that_becomes_heavier_displaces_others_and_stays() {
        WeightedCache<String, Object> cache = new WeightedCache<>(20);
        put(cache, "first", 5);
        Object second = put(cache, "second", 5);
        cache.weigh("second", 500);
        assertEquals(1, cache.size());
        assertSame(second, cache.of("second", Object::new));
        cache.forget("second");
        assertEquals(0, cache.weight());
    }

    private static Object put(WeightedCache<String, Object> cache, String key, long weight) {
        Object value = cache.of(key, Object::new);
        cache.weigh(key, weight);
        return value;
    }
}
