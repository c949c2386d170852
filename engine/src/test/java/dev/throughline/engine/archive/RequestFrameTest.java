package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import org.junit.jupiter.api.Test;

final class RequestFrameTest {
    @Test
    void the_elements_are_taken_out_and_the_rest_stays_as_it_was() {
        assertEquals(
                "{\"model\": \"m\",\"system\":[],\"messages\":[ ],\"tools\":[],\"temperature\":1e0}",
                frame(
                        MessagesDialect.NAME,
                        "{\"model\": \"m\",\"system\":[{\"type\":\"text\",\"text\":\"s\"}],\"messages\":["
                                + " {\"role\":\"user\",\"content\":\"a\"}, {\"role\":\"user\",\"content\":\"b\"}],"
                                + "\"tools\":[{\"name\":\"t\"}],\"temperature\":1e0}"));
    }

    @Test
    void an_input_or_system_text_that_is_a_string_becomes_null() {
        assertEquals(
                "{\"model\":\"m\",\"input\":null,\"instructions\":null}",
                frame(ResponsesDialect.NAME, "{\"model\":\"m\",\"input\":\"hi\",\"instructions\":\"be\"}"));
    }

    private static String frame(Dialect dialect, String body) {
        return RequestFrame.of(Dialects.of(dialect).decode(Bytes.of(body))).utf8();
    }
}
