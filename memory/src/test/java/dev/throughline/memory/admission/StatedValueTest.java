package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StatedValueTest {
    private static String of(String word) {
        return StatedValue.of(word).map(StatedValue::toString).orElse("");
    }

    @Test
    void dates_times_and_numbers_are_recognised_by_their_form() {
        assertEquals("date:2026-04-05", of("2026-04-05"));
        assertEquals("time:10:30", of("10:30"));
        assertEquals("time:9am", of("9am"));
        assertEquals("number:8080", of("8080"));
        assertEquals("number:v1.2.3", of("v1.2.3"));
    }

    @Test
    void words_of_one_meaning_have_the_same_value() {
        assertEquals("weekday:monday", of("monday"));
        assertEquals(of("monday"), of("montag"));
        assertEquals(Optional.empty(), StatedValue.of("parser"));
    }

    @Test
    void times_and_amounts_are_measures() {
        assertTrue(StatedValue.isMeasure("weekday"));
        assertFalse(StatedValue.isMeasure("language"));
    }
}
