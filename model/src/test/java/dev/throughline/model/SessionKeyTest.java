package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SessionKeyTest {
    @Test
    void a_key_is_any_text_up_to_its_most_counted_in_characters_that_people_see() {
        assertEquals("../../etc", new SessionKey("../../etc").toString());
        assertEquals(512, new SessionKey("🌳".repeat(SessionKey.MOST)).text().length());
    }

    @Test
    void an_empty_or_longer_key_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> new SessionKey(""));
        assertThrows(IllegalArgumentException.class, () -> new SessionKey("x".repeat(SessionKey.MOST + 1)));
    }
}
