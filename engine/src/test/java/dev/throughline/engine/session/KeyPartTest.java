package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyPartTest {
    @Test
    void reserved_characters_are_encoded() {
        assertEquals("a%3Ab%25c%2Fd%20e%0Af", KeyPart.encode("a:b%c/d e\nf"));
        assertEquals("%E2%80%8Bx", KeyPart.encode("\u200bx"));
        assertEquals("%7Eada~", KeyPart.encode("~ada~"));
    }

    @Test
    void other_characters_stay_readable() {
        for (String text : List.of("+15550100", "Grüße", "🌍", "@ada", "a_b-c.d", "main")) {
            assertEquals(text, KeyPart.encode(text));
        }
    }

    @Test
    void what_is_not_encoded_utf_8_stands_for_itself() {
        for (String text : List.of("%", "%4", "%zz", "100%", "%FF", "a%C3")) {
            assertEquals(text, KeyPart.decode(text));
        }
        assertEquals("A", KeyPart.decode("%41"));
        assertEquals("é", KeyPart.decode("%c3%a9"));
    }

    @Test
    void half_of_a_character_is_refused() {
        assertThrows(ProxyException.class, () -> KeyPart.encode("a\ud800"));
    }
}
