package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.reply.DocumentReader;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagesDialectTest {
    private static final Wire WIRE = MessagesDialect.WIRE;

    @Test
    void a_request_is_decoded_and_its_items_read() {
        Bytes body = Bytes.of("{\"model\":\"m\",\"system\":\"i\",\"max_tokens\":9,\"messages\":"
                + "[{\"role\":\"user\",\"content\":\"gr\\u00fc\\u00df\\ndich\"}]}");
        Request request = WIRE.decode(body);
        List<Item> items = WIRE.itemise(body, request.history().getFirst());

        assertEquals(MessagesDialect.NAME, request.dialect());
        assertEquals(OptionalLong.of(9), request.outputLimit());
        assertEquals(1, request.system().size());
        assertEquals("grüß\ndich", WIRE.text(body, items.getFirst()));
        assertEquals(List.of(), WIRE.validate(request));
    }

    @Test
    void streamed_and_unstreamed_replies_have_their_readers() {
        assertInstanceOf(MessagesStreamReader.class, WIRE.streamedReply());
        assertInstanceOf(DocumentReader.class, WIRE.wholeReply());
    }

    @ParameterizedTest
    @CsvSource({
        "400,invalid_request_error",
        "401,authentication_error",
        "403,permission_error",
        "404,not_found_error",
        "413,request_too_large",
        "429,rate_limit_error",
        "500,api_error",
        "529,overloaded_error"
    })
    void the_type_of_an_error_follows_the_status(int status, String type) {
        assertEquals(
                "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"It is gone.\"}}",
                WIRE.error(status, "gone", "It is gone.").utf8());
    }
}
