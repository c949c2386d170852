package dev.throughline.memory.question;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class QuoteCheckTest {
    private final QuoteCheck check = new QuoteCheck(
            List.of(
                    new QuoteCheck.QuotedPiece("aa", "2026-04-05", "user", () -> "Use tabs.\n  Always."),
                    new QuoteCheck.QuotedPiece("bb", "2026-04-06", "Bash", () -> "42 tests")),
            UnaryOperator.identity());

    private QuoteCheck.CheckedQuotes checked(String handle, String quotation) {
        return check.check(List.of(new QuoteCheck.Claim(handle, quotation)));
    }

    @Test
    void an_exact_quotation_is_accepted_and_white_space_may_differ() {
        Citation expected = new Citation("aa", "2026-04-05", "user", "tabs. Always");
        assertEquals(List.of(expected), checked("aa", " tabs. Always ").citations());
    }

    @Test
    void a_wrong_handle_is_corrected() {
        assertEquals("bb", checked("aa", "42 tests").citations().getFirst().handle());
    }

    @Test
    void other_letters_joined_passages_and_very_short_quotations_are_dropped() {
        for (String quotation : List.of("use tabs.", "Use tabs. 42 tests", "Use … Always", "42", "", "Use spaces.")) {
            QuoteCheck.CheckedQuotes result = checked("aa", quotation);
            assertEquals(List.of(), result.citations());
            assertEquals(List.of(quotation), result.dropped());
        }
    }

    @Test
    void the_same_citation_is_listed_once() {
        QuoteCheck.Claim claim = new QuoteCheck.Claim("bb", "42 tests");
        assertEquals(1, check.check(List.of(claim, claim)).citations().size());
    }
}
