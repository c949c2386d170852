package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class TurnTest {
    private static final Wire WIRE = ResponsesDialect.WIRE;

    private final TestArchive fixture = new TestArchive();

    private Turn turn(String more) {
        return fixture.turn(Purpose.CONVERSATION, WIRE, "{\"model\":\"m\"" + more + ",\"input\":\"hi\"}");
    }

    private static Request request(String more) {
        return WIRE.decode(Bytes.of("{\"model\":\"m\"" + more + ",\"input\":\"other\"}"));
    }

    @Test
    void values_that_a_request_omits_are_taken_from_another_request() {
        Turn turn = turn("").withMissingFields(
                        request(",\"max_output_tokens\":9,\"prompt_cache_retention\":\"24h\",\"store\":false"));
        assertEquals(OptionalLong.of(9), turn.request().outputLimit());
        assertEquals(Optional.of("24h"), turn.request().hints().cacheRetention());
        assertTrue(turn.request().hints().isNotStored());
    }

    @Test
    void values_of_the_request_itself_have_precedence() {
        Turn turn = turn(",\"max_output_tokens\":5,\"prompt_cache_retention\":\"1h\",\"prompt_cache_key\":\"k\"")
                .withMissingFields(request(
                        ",\"max_output_tokens\":9,\"prompt_cache_retention\":\"24h\",\"prompt_cache_key\":\"x\""));
        assertEquals(OptionalLong.of(5), turn.request().outputLimit());
        assertEquals(Optional.of("1h"), turn.request().hints().cacheRetention());
        assertEquals(Optional.of("k"), turn.request().hints().promptCacheKey());
        assertEquals(
                Optional.empty(),
                turn("").withMissingFields(request(",\"prompt_cache_key\":\"x\""))
                        .request()
                        .hints()
                        .promptCacheKey());
    }

    @Test
    void a_request_whose_beginning_the_provider_stores_says_so() {
        assertFalse(turn("").continuesStoredResponse());
        assertTrue(turn(",\"previous_response_id\":\"r1\"").continuesStoredResponse());
        assertTrue(turn(",\"conversation\":\"c1\"").continuesStoredResponse());
    }

    @Test
    void a_turn_with_another_purpose_is_otherwise_equal() {
        Turn turn = fixture.turn(
                Purpose.CONVERSATION,
                MessagesDialect.WIRE,
                "{\"model\":\"m\",\"messages\":[" + TestArchive.message("user: One") + "]}");
        Turn side = turn.withPurpose(Purpose.SIDE_REQUEST);
        assertEquals(Purpose.SIDE_REQUEST, side.purpose());
        assertEquals(turn, side.withPurpose(Purpose.CONVERSATION));
    }
}
