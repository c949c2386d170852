package dev.throughline.engine.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ResetOverrideTest {
    private static final ResetPolicy BASE = new ResetPolicy(OptionalInt.of(4), OptionalInt.of(30));

    @Test
    void an_absent_field_keeps_the_value_and_an_empty_one_switches_it_off() {
        assertEquals(BASE, ResetOverride.NONE.over(BASE));
        assertEquals(
                new ResetPolicy(OptionalInt.empty(), OptionalInt.of(30)),
                new ResetOverride(Optional.of(OptionalInt.empty()), Optional.empty()).over(BASE));
        assertEquals(
                new ResetPolicy(OptionalInt.of(6), OptionalInt.empty()),
                new ResetOverride(Optional.of(OptionalInt.of(6)), Optional.of(OptionalInt.empty())).over(BASE));
    }

    @Test
    void numbers_out_of_range_are_refused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new ResetOverride(Optional.of(OptionalInt.of(24)), Optional.empty()));
    }
}
