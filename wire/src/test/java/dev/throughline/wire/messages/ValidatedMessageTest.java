package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.Violations;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidatedMessageTest {
    @Test
    void a_text_is_one_block() {
        ValidatedMessage message = only("{\"role\":\"assistant\",\"content\":\"x\"}");

        assertTrue(message.isAssistant());
        assertEquals("text", message.blocks().getFirst().type());
        assertEquals("messages[0].content[0]", message.at(0));
    }

    @Test
    void a_message_with_results_is_recognised() {
        assertTrue(only("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\"}]}")
                .hasResults());
        assertFalse(
                only("{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}").hasResults());
    }

    @Test
    void a_block_that_is_no_object_is_a_violation() {
        Violations violations = new Violations();

        assertEquals(
                List.of(),
                message("{\"role\":\"user\",\"content\":[7]}", violations).blocks());
        assertEquals(1, violations.all().size());
    }

    private static ValidatedMessage only(String text) {
        return message(text, new Violations());
    }

    private static ValidatedMessage message(String text, Violations violations) {
        return ValidatedMessage.of((Json.Obj) Json.parse(Bytes.of(text)), "messages[0]", violations);
    }
}
