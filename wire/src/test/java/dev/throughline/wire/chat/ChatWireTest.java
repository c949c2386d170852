package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChatWireTest {
    private static final Wire WIRE = Wires.of(Dialect.CHAT);

    @Test
    void a_request_is_decoded_and_its_items_read() {
        Bytes body = Bytes.of("{\"model\":\"m\",\"max_completion_tokens\":9,\"messages\":"
                + "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"gr\\u00fc\\u00df\"},"
                + "{\"type\":\"text\",\"text\":\"dich\"}]}]}");
        Request request = WIRE.decode(body);
        List<Item> items = WIRE.itemise(body, request.history().getFirst());

        assertEquals(Dialect.CHAT, request.dialect());
        assertEquals(OptionalLong.of(9), request.outputLimit());
        assertEquals(0, request.system().size());
        assertEquals("grüß\ndich", WIRE.text(body, items.getFirst()));
        assertEquals(List.of(), WIRE.validate(request));
    }

    @Test
    void each_way_of_replying_has_its_reader() {
        ReplyReader streamed = new Silent();
        ReplyReader whole = new Silent();
        Wire wire = new ChatWire(() -> streamed, () -> whole);

        assertEquals(streamed, wire.streamedReply());
        assertEquals(whole, wire.wholeReply());
    }

    @Test
    void an_error_has_the_shape_of_the_provider() {
        assertEquals(
                "{\"error\":{\"message\":\"It is gone.\",\"type\":\"invalid_request_error\",\"param\":null,"
                        + "\"code\":\"gone\"}}",
                WIRE.error(404, "gone", "It is gone.").utf8());
    }

    private static final class Silent implements ReplyReader {
        @Override
        public void feed(byte[] bytes, int offset, int length) {}

        @Override
        public Reply finish() {
            throw new IllegalStateException("nothing was said");
        }
    }
}
