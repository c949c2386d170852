package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    @Test
    void only_a_close_word_is_suggested() {
        assertEquals(Optional.of("openai.url"), NearestWord.to("openai.ulr", List.of("host", "openai.url", "port")));
        assertEquals(Optional.empty(), NearestWord.to("colour", List.of("host", "port")));
    }
}
