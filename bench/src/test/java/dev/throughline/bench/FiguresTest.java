package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class FiguresTest {
    @Test
    void a_share_names_the_value_below_which_it_lies() {
        Figures figures = new Figures();
        for (int i = 2000; i > 0; i--) {
            figures.add(i);
        }
        assertEquals(1001, figures.median());
        assertEquals(1981, figures.at(0.99));
        assertEquals(2000, figures.at(1));
    }

    @Test
    void no_values_have_no_median() {
        assertEquals(Double.NaN, new Figures().median());
    }

    @Test
    void a_median_of_few_values_is_the_middle_one_or_between_two() {
        assertEquals(2, Figures.median(3, 1, 2));
        assertEquals(2.5, Figures.median(4, 1, 2, 3));
    }
}
