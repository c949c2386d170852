package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.Reply.Ending;
import org.junit.jupiter.api.Test;

class ChatEndingTest {
    @Test
    void a_limit_or_a_filter_is_incomplete() {
        assertEquals(Ending.INCOMPLETE, ChatEnding.of("length"));
        assertEquals(Ending.INCOMPLETE, ChatEnding.of("content_filter"));
        assertEquals(Ending.FAILED, ChatEnding.of("error"));
        assertEquals(Ending.COMPLETE, ChatEnding.of("tool_calls"));
        assertEquals(Ending.COMPLETE, ChatEnding.of("something new"));
    }
}
