package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SseBlockTest {
    @Test
    void fields_are_told_by_their_whole_name() {
        assertEquals(
                Optional.of(new SseEvent("x", Bytes.of("1\n2"))),
                SseBlock.of(Bytes.of("event: x\r\ndata:1\r\ndata: 2\r\n")).event());
        assertEquals(
                Optional.empty(),
                SseBlock.of(Bytes.of("database: 1\neventual: 2")).event());
    }

    @Test
    void lines_that_are_no_field_are_noticed() {
        assertTrue(SseBlock.of(Bytes.of("data: 1\nbase: 2\n")).hasStray());
        assertTrue(SseBlock.of(Bytes.of("<html>")).hasStray());
        assertFalse(SseBlock.of(Bytes.of(": a\nid: 1\nretry\ndata\nevent\n\n")).hasStray());
    }
}
