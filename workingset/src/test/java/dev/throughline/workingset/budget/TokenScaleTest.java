package dev.throughline.workingset.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

final class TokenScaleTest {
    @Test
    void the_first_report_counts_whole_and_later_ones_a_part() {
        TokenScale first = TokenScale.UNKNOWN.after(1_000, 1_200);
        assertEquals(1.2, first.factor(), 1e-9);
        assertEquals(1.2 + 0.3 * (2.0 - 1.2), first.after(1_000, 2_000).factor(), 1e-9);
    }

    @Test
    void small_prompts_and_wild_reports_say_little() {
        assertSame(TokenScale.UNKNOWN, TokenScale.UNKNOWN.after(499, 9_000));
        assertSame(TokenScale.UNKNOWN, TokenScale.UNKNOWN.after(9_000, 0));
        assertEquals(4, TokenScale.UNKNOWN.after(1_000, 100_000).factor());
        assertEquals(0.25, TokenScale.UNKNOWN.after(100_000, 1_000).factor());
    }
}
