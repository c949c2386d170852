package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class AcknowledgementTest {
    @Test
    void a_short_confirmation_is_an_acknowledgement() {
        for (String text : new String[] {"Understood.", "Done.", "OK, thanks!", "Sounds good to me.", "Verstanden."}) {
            assertTrue(Acknowledgement.is(text), text);
        }
    }

    @Test
    void a_text_with_information_is_not_an_acknowledgement() {
        for (String text : new String[] {
            "Yes.", "8443", "Done: port 8443.", "Good idea", "", "What was it?", "Okay, we release on Thursdays."
        }) {
            assertFalse(Acknowledgement.is(text), text);
        }
    }
}
