package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WithheldExchangeTest {
    private static final String REPLY = "the reply";

    /** What the client got. */
    private final StringBuilder sent = new StringBuilder();

    /** What the client would have got. */
    private final StringBuilder kept = new StringBuilder();

    private final Recorded upstream = new Recorded();
    private final WithheldExchange withheld =
            new WithheldExchange(upstream, bytes -> kept.append(bytes.utf8()), last -> Bytes.of("empty" + last.utf8()));

    /** A reply that is available at once. */
    private final class Recorded implements Exchange {
        private final List<String> calls = new ArrayList<>();
        private Optional<Bytes> overdue = Optional.empty();
        private String type = "application/json";

        @Override
        public int status() {
            return 200;
        }

        @Override
        public Headers headers() {
            return Headers.of("content-type", type);
        }

        @Override
        public Bytes peek(int mostBytes) {
            return Bytes.of(REPLY.substring(0, mostBytes));
        }

        @Override
        public InputStream relay(Headers added) {
            throw new IllegalStateException("expected no relay to the client");
        }

        @Override
        public InputStream relay(Headers added, ReplyTransform transform) {
            byte[] bytes = REPLY.getBytes(StandardCharsets.UTF_8);
            overdue = transform.overdue();
            sent.append(transform.pass(bytes, 0, bytes.length).utf8());
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public Outcome outcome() {
            return Outcome.COMPLETE;
        }

        @Override
        public void finish(Bytes last) {
            sent.append(last.utf8());
        }

        @Override
        public void leaveOpen() {
            calls.add("leaveOpen");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @Test
    void the_client_gets_only_the_empty_reply_and_the_copy_is_complete() throws IOException {
        try (InputStream copy = withheld.relay(Headers.NONE)) {
            assertEquals(REPLY, new String(copy.readAllBytes(), StandardCharsets.UTF_8));
        }
        withheld.finish();
        assertEquals("empty", sent.toString());
        assertEquals(REPLY, kept.toString());
        assertEquals(Optional.of(Bytes.EMPTY), upstream.overdue, "the head may be sent");
    }

    @Test
    void a_stream_gets_a_comment_while_its_client_waits() throws IOException {
        upstream.type = "text/event-stream; charset=utf-8";
        withheld.relay(Headers.NONE).close();
        assertEquals(Optional.of(Bytes.of(": waiting\n\n")), upstream.overdue);
    }

    @Test
    void another_transform_sees_the_reply_and_decides_when_the_head_is_sent() throws IOException {
        List<String> seen = new ArrayList<>();
        ReplyTransform transform = (bytes, offset, length) -> {
            seen.add(Bytes.of(bytes).utf8().substring(offset, offset + length));
            return Bytes.of("spliced");
        };
        withheld.relay(Headers.NONE, transform).close();
        withheld.finish(Bytes.of("last"));
        assertEquals(List.of(REPLY), seen);
        assertEquals("spliced", kept.toString());
        assertEquals("emptylast", sent.toString());
        assertEquals(Optional.empty(), upstream.overdue);
    }

    @Test
    void everything_else_is_that_of_the_exchange() {
        assertEquals(200, withheld.status());
        assertEquals(Headers.of("content-type", "application/json"), withheld.headers());
        assertEquals("the", withheld.peek(3).utf8());
        assertEquals(Exchange.Outcome.COMPLETE, withheld.outcome());
        withheld.leaveOpen();
        withheld.close();
        assertEquals(List.of("leaveOpen", "close"), upstream.calls);
    }
}
