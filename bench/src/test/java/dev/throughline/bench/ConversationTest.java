package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Request;
import dev.throughline.wire.dialects.Dialects;
import org.junit.jupiter.api.Test;

final class ConversationTest {
    @Test
    void each_turn_resends_everything_and_adds_two_items_in_every_dialect() {
        for (DialectText dialectText : DialectText.values()) {
            Conversation conversation = new Conversation(dialectText, /* isStreaming= */ true, 10, 500);
            Request first = read(dialectText, conversation.first());
            Request next = read(dialectText, conversation.next());
            assertTrue(first.isStreaming());
            assertEquals(1, first.tools().size());
            assertEquals(first.history().size() + 2, next.history().size());
            String known = first.raw(first.history().getLast()).utf8();
            assertEquals(
                    known,
                    next.raw(next.history().get(first.history().size() - 1)).utf8());
        }
    }

    @Test
    void items_have_about_the_requested_length() {
        for (DialectText dialectText : DialectText.values()) {
            int length = new Conversation(dialectText, /* isStreaming= */ false, 500, 2048).first().length;
            assertTrue(Math.abs(length - 500 * 2048) < 500 * 2048 / 10, dialectText + ": " + length);
        }
    }

    @Test
    void each_other_request_replaces_the_previous_one() {
        Conversation conversation = new Conversation(DialectText.CHAT, /* isStreaming= */ false, 2, 500);
        assertEquals(conversation.other().length, conversation.other().length);
    }

    private static Request read(DialectText dialectText, byte[] body) {
        return Dialects.of(dialectText.dialect()).decode(Bytes.of(body));
    }
}
