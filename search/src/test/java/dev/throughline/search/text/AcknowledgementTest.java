package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class AcknowledgementTest {
    @Test
    void what_only_says_that_something_was_understood_or_done_is_one() {
        for (String text : new String[] {"Understood.", "Done.", "OK, thanks!", "Sounds good to me.", "Verstanden."}) {
            assertTrue(Acknowledgement.is(text), text);
        }
    }

    @Test
    void what_answers_something_is_none() {
        for (String text : new String[] {
            "Yes.", "8443", "Done: port 8443.", "Good idea", "", "What was it?", "Okay, we release on Thursdays."
        }) {
            assertFalse(Acknowledgement.is(text), text);
        }
    }
}
