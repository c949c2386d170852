package dev.throughline.wire.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import org.junit.jupiter.api.Test;

class SsePassageTest {
    private static final SseEncoder ENCODER = new SseEncoder(Dialect.MESSAGES);

    @Test
    void other_data_keeps_everything_around_it() {
        SsePassage passage = SsePassage.of(Bytes.of("event:a\nid: 7\ndata:{\"a\":1} \r\n\r\n"));

        assertEquals("a", passage.name());
        assertEquals("1", passage.members().orElseThrow().raw("a").orElseThrow().utf8());
        assertEquals(
                "event:a\nid: 7\ndata:{}\r\n\r\n",
                passage.with(Bytes.of("{}"), ENCODER).utf8());
    }

    @Test
    void data_that_does_not_fit_one_line_is_written_anew() {
        SsePassage lines = SsePassage.of(Bytes.of("event: a\ndata: {\ndata: }\n\n"));
        SsePassage line = SsePassage.of(Bytes.of("event: a\ndata: {}\n\n"));

        assertEquals(
                "event: a\ndata: {}\n\n", lines.with(Bytes.of("{}"), ENCODER).utf8());
        assertEquals(
                "event: a\ndata: {\ndata: }\n\n",
                line.with(Bytes.of("{\n}"), ENCODER).utf8());
    }

    @Test
    void a_comment_has_no_event_and_a_mark_is_no_part_of_one() {
        SsePassage comment = SsePassage.of(Bytes.of(": hi\n\n"));
        SsePassage marked = SsePassage.of(Bytes.of("\uFEFFevent: a\ndata: 1\n\n"));

        assertFalse(comment.hasEvent());
        assertTrue(comment.members().isEmpty());
        assertEquals("a", marked.name());
        assertEquals("a", marked.copy().name());
        assertEquals(marked.raw(), marked.copy().raw());
    }
}
