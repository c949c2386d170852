package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ChanceTest {
    @Test
    void the_longest_results_have_the_maximum_length() {
        Chance chance = new Chance(7, 5_000);
        int longest = 0;
        for (int i = 0; i < 1_000; i++) {
            longest = Math.max(longest, chance.result().text().length());
        }
        assertTrue(longest >= 5_000 && longest <= 5_001, "found " + longest);
    }

    @Test
    void the_same_seed_gives_the_same_values() {
        assertEquals(new Chance(3, 10).text(), new Chance(3, 10).text());
        assertEquals(new Chance(3, 10).arguments(), new Chance(3, 10).arguments());
    }
}
