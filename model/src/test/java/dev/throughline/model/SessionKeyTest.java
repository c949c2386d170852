package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SessionKeyTest {
    @Test
    void the_length_limit_of_a_key_counts_code_points() {
        assertEquals("../../etc", new SessionKey("../../etc").toString());
        assertEquals(
                512, new SessionKey("🌳".repeat(SessionKey.MAX_LENGTH)).text().length());
    }

    @Test
    void an_empty_or_too_long_key_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new SessionKey(""));
        assertThrows(IllegalArgumentException.class, () -> new SessionKey("x".repeat(SessionKey.MAX_LENGTH + 1)));
    }
}
