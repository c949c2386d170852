package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    @Test
    void distance_counts_letters_to_change() {
        assertEquals(0, NearestWord.distance("port", "port"));
        assertEquals(1, NearestWord.distance("port", "ports"));
        assertEquals(3, NearestWord.distance("kitten", "sitting"));
        assertEquals(4, NearestWord.distance("", "port"));
        assertEquals(1, NearestWord.distance("prot", "port"));
    }

    @Test
    void only_a_close_word_is_suggested() {
        assertEquals(Optional.of("openai.url"), NearestWord.to("openai.ulr", List.of("host", "openai.url", "port")));
        assertEquals(Optional.empty(), NearestWord.to("colour", List.of("host", "port")));
    }
}
