package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class NewRequestTest {
    private static final NewRequest NEW_REQUEST = new NewRequest("m", "Do \"this\".", "With\nthat.", 77);

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void a_new_request_is_valid_in_its_dialect(Dialect dialect) {
        Wire wire = Dialects.of(dialect);
        Request request = wire.decode(wire.newRequest(NEW_REQUEST));
        assertEquals("m", request.model());
        assertTrue(request.isStreaming());
        assertEquals(OptionalLong.of(77), request.outputLimit());
        assertEquals(List.of(), wire.validate(request));
    }

    @Test
    void a_chat_request_to_a_newer_model_uses_the_newer_limit_field() {
        NewRequest newRequest = new NewRequest("gpt-5-mini", "a", "b", 9);
        assertTrue(ChatDialect.WIRE.newRequest(newRequest).utf8().contains("\"max_completion_tokens\":9"));
        assertTrue(ChatDialect.WIRE.newRequest(NEW_REQUEST).utf8().contains("\"max_tokens\":77"));
    }

    @Test
    void without_a_limit_the_field_is_omitted_or_has_a_default() {
        NewRequest newRequest = new NewRequest("m", "a", "b", 0);
        assertEquals(
                OptionalLong.empty(),
                ResponsesDialect.WIRE
                        .decode(ResponsesDialect.WIRE.newRequest(newRequest))
                        .outputLimit());
        assertEquals(
                OptionalLong.of(4_096),
                MessagesDialect.WIRE
                        .decode(MessagesDialect.WIRE.newRequest(newRequest))
                        .outputLimit());
    }
}
