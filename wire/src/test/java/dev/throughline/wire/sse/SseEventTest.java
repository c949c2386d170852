package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SseEventTest {
    @Test
    void replacing_the_data_keeps_the_other_bytes() {
        SseEvent event = SseEvent.of(Bytes.of("event:a\nid: 7\ndata:{\"a\":1} \r\n\r\n"));

        assertEquals("a", event.name());
        assertEquals("1", event.object().orElseThrow().raw("a").orElseThrow().utf8());
        assertEquals(
                "event:a\nid: 7\ndata:{}\r\n\r\n",
                event.with(Bytes.of("{}")).raw().utf8());
    }

    @Test
    void an_event_with_several_data_lines_is_encoded_again() {
        SseEvent lines = SseEvent.of(Bytes.of("event: a\ndata: {\ndata: }\n\n"));
        SseEvent line = SseEvent.of(Bytes.of("event: a\ndata: {}\n\n"));

        assertEquals("event: a\ndata: {}\n\n", lines.with(Bytes.of("{}")).raw().utf8());
        assertEquals(
                "event: a\ndata: {\ndata: }\n\n",
                line.with(Bytes.of("{\n}")).raw().utf8());
    }

    @Test
    void a_comment_has_no_data() {
        SseEvent comment = SseEvent.of(Bytes.of(": hi\n\n"));
        assertFalse(comment.hasData());
        assertTrue(comment.object().isEmpty());
        assertEquals(comment.raw(), comment.copy().raw());
    }

    @Test
    void a_copy_does_not_share_the_array() {
        byte[] lent = Bytes.of("event: a\ndata: {\"x\":1}\n\n").toArray();
        SseEvent copy = SseEvent.of(Bytes.of(lent)).copy();
        Arrays.fill(lent, (byte) '#');
        assertEquals("a", copy.name());
        assertEquals("{\"x\":1}", copy.data().utf8());
        assertEquals("event: a\ndata: {\"x\":1}\n\n", copy.raw().utf8());
    }

    @Test
    void an_edited_event_equals_the_event_parsed_from_its_bytes() {
        SseEvent event = SseEvent.of(Bytes.of("event: a\ndata: {\"x\":1}\nodd: 1\n\n"));
        SseEvent edited = event.with(Bytes.of("{\"x\":22}"));
        SseEvent read = SseEvent.of(edited.raw());
        assertEquals(read.name(), edited.name());
        assertEquals(read.data(), edited.data());
        assertEquals(read.hasStray(), edited.hasStray());
        assertEquals(read.lines(), edited.lines());
    }

    @Test
    void the_object_is_parsed_once() {
        SseEvent event = SseEvent.of(Bytes.of("data: {}\n\n"));
        assertSame(event.object(), event.object());
    }

    @Test
    void fields_are_recognised_by_their_full_name() {
        SseEvent event = SseEvent.of(Bytes.of("event: x\r\ndata:1\r\ndata: 2\r\n"));
        assertEquals("x", event.name());
        assertEquals("1\n2", event.data().utf8());
        assertFalse(SseEvent.of(Bytes.of("database: 1\neventual: 2")).hasData());
    }

    @Test
    void lines_that_are_no_field_are_detected() {
        assertTrue(SseEvent.of(Bytes.of("data: 1\nbase: 2\n")).hasStray());
        assertTrue(SseEvent.of(Bytes.of("<html>")).hasStray());
        assertFalse(SseEvent.of(Bytes.of(": a\nid: 1\nretry\ndata\nevent\n\n")).hasStray());
    }
}
