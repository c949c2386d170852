package dev.throughline.workingset.price;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PriceTableTest {
    private static final Prices OWN = new Prices(0.2, 0.9, 3, Duration.ofMinutes(30));

    @Test
    void a_model_is_found_by_its_first_letters_with_or_without_its_vendor() {
        PriceTable table = new PriceTable(Map.of());
        assertEquals(1.25, table.of("claude-opus-5-5").write());
        assertEquals(0.25, table.of("openai/gpt-4.1").read());
        assertEquals(1, table.of("gpt-5.5").write());
    }

    @Test
    void an_unknown_model_is_expensive_to_rewrite() {
        assertEquals(1.25, new PriceTable(Map.of()).of("unheard-of").write());
    }

    @Test
    void the_users_prices_go_first_and_the_longest_prefix_of_them() {
        Prices cheap = new Prices(0.1, 0.1, 1, Duration.ZERO);
        PriceTable table = new PriceTable(Map.of("gpt", OWN, "gpt-5.5", cheap));
        assertEquals(cheap, table.of("gpt-5.5-mini"));
        assertEquals(OWN, table.of("gpt-4.1"));
    }
}
