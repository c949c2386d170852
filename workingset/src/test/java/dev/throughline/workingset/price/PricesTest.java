package dev.throughline.workingset.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PricesTest {
    private static final Prices PRICES = new Prices(0.1, 1.25, 5, Duration.ofMinutes(5));

    @Test
    void a_bill_is_in_units() {
        Usage usage = new Usage(100, 1_000, 200, 30);
        assertEquals(100 + 100 + 250, PRICES.promptCost(usage), 1e-9);
        assertEquals(100 + 100 + 250 + 150, PRICES.turnCost(usage), 1e-9);
    }

    @Test
    void a_rewrite_breaks_even_after_what_it_writes_over_what_it_removes() {
        assertEquals(11.5 * 2, PRICES.breakEven(2_000, 1_000), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, PRICES.breakEven(2_000, 0));
    }

    @Test
    void impossible_prices_are_refused() {
        assertThrows(IllegalArgumentException.class, () -> new Prices(1, 0.5, 5, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> new Prices(-1, 0.5, 5, Duration.ZERO));
        assertEquals(
                Duration.ofHours(1),
                PRICES.withCacheLifetime(Duration.ofHours(1)).cacheLifetime());
    }
}
