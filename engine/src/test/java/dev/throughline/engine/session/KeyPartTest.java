package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

    /** A text of a few characters: plain, combining, right to left, invisible, reserved, or any other. */
    static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            int character =
                    switch (random.nextInt(7)) {
                        case 0 -> ":%/~ 0Aa4f".codePointAt(random.nextInt(10));
                        case 1 -> random.nextInt(0x80);
                        case 2 -> 0x300 + random.nextInt(0x70);
                        case 3 -> 0x5d0 + random.nextInt(0x100);
                        case 4 -> 0x2000 + random.nextInt(0x70);
                        case 5 -> 0x1f300 + random.nextInt(0x300);
                        default -> random.nextInt(Character.MAX_CODE_POINT + 1);
                    };
            boolean isHalf = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
            text.appendCodePoint(isHalf ? '~' : character);
        }
        return text.toString();
    }

    @Test
    void any_text_is_decoded_to_itself_and_has_its_own_encoding() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            String text = anyText(random);
            String encoded = KeyPart.encode(text);
            assertEquals(text, KeyPart.decode(encoded), () -> "seed " + seed);
            assertEquals(-1, encoded.indexOf(':'), () -> "seed " + seed);
            String before = texts.putIfAbsent(encoded, text);
            assertTrue(before == null || before.equals(text), () -> "seed " + seed + ": " + encoded);
        }
    }

    @Test
    void half_of_a_character_is_refused() {
        assertThrows(ProxyException.class, () -> KeyPart.encode("a\ud800"));
    }
}
