package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class FiguresTest {
    @Test
    void a_percentile_is_the_value_at_its_rank() {
        Figures figures = new Figures();
        for (int i = 2000; i > 0; i--) {
            figures.add(i);
        }
        assertEquals(1001, figures.median());
        assertEquals(1981, figures.at(0.99));
        assertEquals(2000, figures.at(1));
    }

    @Test
    void the_median_of_no_values_is_not_a_number() {
        assertEquals(Double.NaN, new Figures().median());
    }

    @Test
    void the_median_is_the_middle_value_or_the_mean_of_two() {
        assertEquals(2, Figures.median(3, 1, 2));
        assertEquals(2.5, Figures.median(4, 1, 2, 3));
    }
}
