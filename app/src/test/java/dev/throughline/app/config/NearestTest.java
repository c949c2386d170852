package dev.throughline.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void distance_counts_letters_to_change() {
        assertEquals(0, Nearest.distance("port", "port"));
        assertEquals(1, Nearest.distance("port", "ports"));
        assertEquals(3, Nearest.distance("kitten", "sitting"));
        assertEquals(4, Nearest.distance("", "port"));
        assertEquals(1, Nearest.distance("prot", "port"));
    }

    @Test
    void only_a_close_word_is_suggested() {
        assertEquals(Optional.of("openai.url"), Nearest.to("openai.ulr", List.of("host", "openai.url", "port")));
        assertEquals(Optional.empty(), Nearest.to("colour", List.of("host", "port")));
    }
}
