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
    private static final NewRequest FRESH = new NewRequest("m", "Do \"this\".", "With\nthat.", 77);

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void it_is_a_valid_request_of_its_dialect(Dialect dialect) {
        Wire wire = Dialects.of(dialect);
        Request request = wire.decode(wire.newRequest(FRESH));
        assertEquals("m", request.model());
        assertTrue(request.isStreaming());
        assertEquals(OptionalLong.of(77), request.outputLimit());
        assertEquals(List.of(), wire.validate(request));
    }

    @Test
    void a_chat_limits_newer_models_by_the_newer_name() {
        NewRequest fresh = new NewRequest("gpt-5-mini", "a", "b", 9);
        assertTrue(ChatDialect.WIRE.newRequest(fresh).utf8().contains("\"max_completion_tokens\":9"));
        assertTrue(ChatDialect.WIRE.newRequest(FRESH).utf8().contains("\"max_tokens\":77"));
    }

    @Test
    void no_limit_is_left_to_the_server_where_that_is_possible() {
        NewRequest fresh = new NewRequest("m", "a", "b", 0);
        assertEquals(
                OptionalLong.empty(),
                ResponsesDialect.WIRE
                        .decode(ResponsesDialect.WIRE.newRequest(fresh))
                        .outputLimit());
        assertEquals(
                OptionalLong.of(4_096),
                MessagesDialect.WIRE
                        .decode(MessagesDialect.WIRE.newRequest(fresh))
                        .outputLimit());
    }
}
