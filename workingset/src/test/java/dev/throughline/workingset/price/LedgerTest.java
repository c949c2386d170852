package dev.throughline.workingset.price;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LedgerTest {
    private static final Prices PRICES = new Prices(0.1, 1.25, 5, Duration.ofMinutes(5));

    @Test
    void a_ledger_knows_what_was_saved() {
        Ledger ledger = Ledger.EMPTY
                .after(new Usage(100, 0, 0, 7), new Usage(100, 0, 0, 7))
                .after(new Usage(0, 1_000, 0, 7), new Usage(0, 3_000, 0, 7));
        assertEquals(2, ledger.turns());
        assertEquals(200, ledger.saved(PRICES), 1e-9);
        assertEquals(100 + 300, ledger.untouched(PRICES), 1e-9, "of the prompts alone");
    }

    @Test
    void output_for_a_local_tool_is_our_cost() {
        Ledger ledger = Ledger.EMPTY.after(new Usage(1_000, 0, 0, 50), new Usage(1_000, 0, 0, 30));
        assertEquals(-100, ledger.saved(PRICES), 1e-9);
    }

    @Test
    void helper_calls_are_billed_and_are_not_turns() {
        Ledger ledger = Ledger.EMPTY
                .after(new Usage(0, 1_000, 0, 7), new Usage(0, 3_000, 0, 7))
                .afterHelperCall(new Usage(100, 0, 0, 10));
        assertEquals(1, ledger.turns());
        assertEquals(200 - 100 - 50, ledger.saved(PRICES), 1e-9);
    }

    @Test
    void nothing_billed_is_nothing_saved() {
        assertEquals(0, Ledger.EMPTY.saved(PRICES));
        assertEquals(0, Ledger.EMPTY.untouched(PRICES));
    }
}
