package dev.throughline.wire.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Dialect;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FreshRequestTest {
    private static final FreshRequest FRESH = new FreshRequest("m", "Do \"this\".", "With\nthat.", 77);

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void it_is_a_valid_request_of_its_dialect(Dialect dialect) {
        Wire wire = Wires.of(dialect);
        Request request = wire.decode(FRESH.body(dialect));
        assertEquals("m", request.model());
        assertTrue(request.isStreaming());
        assertEquals(OptionalLong.of(77), request.outputLimit());
        assertEquals(List.of(), wire.validate(request));
    }

    @Test
    void a_chat_limits_newer_models_by_the_newer_name() {
        FreshRequest fresh = new FreshRequest("gpt-5-mini", "a", "b", 9);
        assertTrue(fresh.body(Dialect.CHAT).utf8().contains("\"max_completion_tokens\":9"));
        assertTrue(FRESH.body(Dialect.CHAT).utf8().contains("\"max_tokens\":77"));
    }

    @Test
    void no_limit_is_left_to_the_server_where_that_is_possible() {
        FreshRequest fresh = new FreshRequest("m", "a", "b", 0);
        assertEquals(
                OptionalLong.empty(),
                Wires.of(Dialect.RESPONSES)
                        .decode(fresh.body(Dialect.RESPONSES))
                        .outputLimit());
        assertEquals(
                OptionalLong.of(4_096),
                Wires.of(Dialect.MESSAGES).decode(fresh.body(Dialect.MESSAGES)).outputLimit());
    }
}
