package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.Reply.Ending;
import org.junit.jupiter.api.Test;

class MessagesEndingTest {
    @Test
    void a_limit_is_incomplete_and_a_refusal_is_an_answer() {
        assertEquals(Ending.INCOMPLETE, MessagesEnding.of("max_tokens"));
        assertEquals(Ending.INCOMPLETE, MessagesEnding.of("model_context_window_exceeded"));
        assertEquals(Ending.COMPLETE, MessagesEnding.of("refusal"));
        assertEquals(Ending.COMPLETE, MessagesEnding.of("end_turn"));
    }
}
