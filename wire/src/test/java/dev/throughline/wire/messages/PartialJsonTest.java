package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartialJsonTest {
    @Test
    void the_inner_json_is_given_as_it_was_written() {
        assertEquals(
                Optional.of(Bytes.of("{\"a\": 1e5, \"b\":\"\\n😀\"}")),
                PartialJson.whole(Bytes.of("\"{\\\"a\\\": 1e5, \\\"b\\\":\\\"\\\\n\\ud83d\\ude00\\\"}\"")));
    }

    @Test
    void half_a_character_is_not_lost() {
        assertEquals(
                Optional.of(Bytes.of("{\"a\":\"\\ud83d\"}")),
                PartialJson.whole(Bytes.of("\"{\\\"a\\\":\\\"\\ud83d\\\"}\"")));
    }

    @Test
    void what_is_not_whole_is_nothing() {
        assertEquals(Optional.empty(), PartialJson.whole(Bytes.of("\"{\\\"a\"")));
        assertEquals(Optional.empty(), PartialJson.whole(Bytes.of("\"\"")));
        assertEquals(Optional.empty(), PartialJson.whole(Bytes.of("\"\\ud8\"")));
    }
}
