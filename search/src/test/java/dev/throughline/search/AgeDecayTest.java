package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

final class AgeDecayTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 4, 5);

    @Test
    void the_weight_halves_with_each_half_life() {
        AgeDecay decay = new AgeDecay(TODAY, 30);
        assertEquals(1, decay.weight(TODAY));
        assertEquals(0.5, decay.weight(TODAY.minusDays(30)), 1e-12);
        assertEquals(0.25, decay.weight(TODAY.minusDays(60)), 1e-12);
    }

    @Test
    void a_future_date_has_full_weight() {
        assertEquals(1, new AgeDecay(TODAY, 30).weight(TODAY.plusYears(1)));
    }

    @Test
    void a_half_life_below_one_day_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new AgeDecay(TODAY, 0));
    }
}
