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
    void a_bare_text_is_one_block() {
        ValidatedMessage message = only("{\"role\":\"assistant\",\"content\":\"x\"}");

        assertTrue(message.isAssistant());
        assertEquals("text", message.blocks().getFirst().type());
        assertEquals("messages[0].content[0]", message.at(0));
    }

    @Test
    void results_are_noticed() {
        assertTrue(only("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\"}]}")
                .hasResults());
        assertFalse(
                only("{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}").hasResults());
    }

    @Test
    void what_is_no_message_or_block_is_complained_about() {
        Violations complaints = new Violations();
        Json.Arr values = (Json.Arr) Json.parse(Bytes.of("[7,{\"role\":\"user\",\"content\":[7]}]"));

        assertEquals(1, ValidatedMessage.all(values.elements(), complaints).size());
        assertEquals(2, complaints.all().size());
    }

    private static ValidatedMessage only(String text) {
        return ValidatedMessage.all(List.of(Json.parse(Bytes.of(text))), new Violations())
                .getFirst();
    }
}
