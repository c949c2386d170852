package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SecretHeuristicsTest {
    @Test
    void placeholders_are_examples_and_random_texts_are_not() {
        for (String example :
                List.of("your-key-here", "xxxxxxxx", "aaaa1111", "0123456789", "change-me", "lowercase")) {
            assertTrue(SecretHeuristics.isExample(example), example);
        }
        assertFalse(SecretHeuristics.isExample("k9f2J4h6d8s0a1"));
        assertFalse(SecretHeuristics.isPlaceholder("0123456789"), "a key of a known format may count up");
    }

    @Test
    void a_key_is_random_and_neither_a_path_nor_a_name_nor_a_checksum() {
        assertTrue(SecretHeuristics.isKey("k9f2J4h6d8s0a1", false));
        for (String value :
                List.of("short1", "/usr/lib/x86_64", "sha256:9f86d081884c", "my-service-v2", "a b c d 1 2 3")) {
            assertFalse(SecretHeuristics.isKey(value, false), value);
        }
    }

    @Test
    void a_password_may_be_a_word_in_a_setting_but_not_in_prose() {
        assertTrue(SecretHeuristics.isPassword("hunter", false, false));
        assertFalse(SecretHeuristics.isPassword("hunter", false, true));
        assertTrue(SecretHeuristics.isPassword("hunter22", false, true));
        assertFalse(SecretHeuristics.isPassword("required", false, false));
    }

    @Test
    void bits_are_the_entropy_per_character() {
        assertEquals(0, SecretHeuristics.bits("aaaa"));
        assertEquals(1, SecretHeuristics.bits("abab"), 1e-9);
        assertEquals(2, SecretHeuristics.bits("abcd"), 1e-9);
    }
}
