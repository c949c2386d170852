package dev.throughline.workingset.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class BudgetTest {
    private static final OptionalLong NONE = OptionalLong.empty();

    @Test
    void an_answer_that_is_not_limited_gets_the_usual_reserve() {
        assertEquals(new Budget(200_000, 8_192, NONE), Budget.of(200_000, Budget.RESERVE, NONE));
        assertEquals(
                Math.round((200_000 - 8_192) * 0.97),
                Budget.of(200_000, Budget.RESERVE, NONE).promptLimit());
    }

    @Test
    void the_requests_own_limit_counts_but_never_takes_more_than_a_quarter() {
        assertEquals(1_000, Budget.of(200_000, 1_000, NONE).reserve());
        assertEquals(50_000, Budget.of(200_000, 128_000, NONE).reserve());
        assertEquals(500, Budget.of(2_000, Budget.RESERVE, NONE).reserve());
    }

    @Test
    void a_smaller_window_shrinks_both() {
        assertEquals(
                new Budget(50_000, 2_000, OptionalLong.of(9)),
                new Budget(100_000, 4_000, OptionalLong.of(9)).shrunk(0.5));
    }
}
