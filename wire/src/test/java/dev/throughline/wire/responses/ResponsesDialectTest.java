package dev.throughline.wire.responses;

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

class ResponsesDialectTest {
    private static final Wire WIRE = ResponsesDialect.WIRE;

    @Test
    void a_request_is_decoded_and_its_items_read() {
        Bytes body = Bytes.of("{\"model\":\"m\",\"instructions\":\"i\",\"max_output_tokens\":9,\"input\":"
                + "[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"gr\\u00fc\\u00df\"},"
                + "{\"type\":\"input_text\",\"text\":\"dich\"}]}]}");
        Request request = WIRE.decode(body);
        List<Item> items = WIRE.itemise(body, request.history().getFirst());

        assertEquals(ResponsesDialect.NAME, request.dialect());
        assertEquals(OptionalLong.of(9), request.outputLimit());
        assertEquals(1, request.system().size());
        assertEquals("grüß\ndich", WIRE.text(body, items.getFirst()));
        assertEquals(List.of(), WIRE.validate(request));
    }

    @Test
    void streamed_and_unstreamed_replies_have_their_readers() {
        assertInstanceOf(ResponsesStreamReader.class, WIRE.streamedReply());
        assertInstanceOf(DocumentReader.class, WIRE.wholeReply());
    }

    @Test
    void an_error_has_the_format_of_the_provider() {
        assertEquals(
                "{\"error\":{\"message\":\"It is gone.\",\"type\":\"invalid_request_error\",\"param\":null,"
                        + "\"code\":\"gone\"}}",
                WIRE.error(404, "gone", "It is gone.").utf8());
    }
}
