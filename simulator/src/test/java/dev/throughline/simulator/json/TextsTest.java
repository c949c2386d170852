package dev.throughline.simulator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TextsTest {
    @Test
    void a_surrogate_pair_counts_as_one_character() {
        assertEquals(3, Texts.length("a🌳b"));
    }

    @Test
    void unicode_spaces_are_stripped() {
        assertEquals("a b", Texts.strip("\u00a0\t a b\u2003\u0085\n"));
        assertTrue(Texts.isBlank("\u202f \r\n"));
        assertFalse(Texts.isBlank(" \u200b"));
    }

    @Test
    void the_strings_of_json_arguments_are_unescaped() {
        assertEquals(Optional.of("a\nb\n1.5\nTrue"), Texts.unescaped("{\"x\":\"a\\nb\",\"y\":[1.50,null],\"z\":true}"));
        assertEquals(Optional.empty(), Texts.unescaped("*** Begin"));
    }
}
