package dev.throughline.engine.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ExchangeTest {
    private final List<String> calls = new ArrayList<>();

    /** An exchange with this copy that records its calls. */
    private final class RecordingExchange implements Exchange {
        private final InputStream copy;

        RecordingExchange(InputStream copy) {
            this.copy = copy;
        }

        @Override
        public int status() {
            return 200;
        }

        @Override
        public Headers headers() {
            return Headers.NONE;
        }

        @Override
        public Bytes peek(int mostBytes) {
            throw new AssertionError("not called");
        }

        @Override
        public InputStream relay(Headers added) {
            calls.add("relay " + added.all().size());
            return copy;
        }

        @Override
        public InputStream relay(Headers added, ReplyTransform transform) {
            throw new AssertionError("not called");
        }

        @Override
        public Outcome outcome() {
            return Outcome.COMPLETE;
        }

        @Override
        public void finish(Bytes last) {
            calls.add("finish " + last.length());
        }

        @Override
        public void leaveOpen() {
            throw new AssertionError("not called");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @Test
    void a_reply_that_passes_is_read_to_its_end_before_it_is_finished() throws IOException {
        InputStream copy = new ByteArrayInputStream(new byte[20_000]) {
            @Override
            public void close() {
                calls.add("copy closed with " + available());
            }
        };
        try (Exchange exchange = new RecordingExchange(copy)) {
            exchange.pass(Headers.of("a", "b"));
        }
        assertEquals(List.of("relay 1", "copy closed with 0", "finish 0", "close"), calls);
    }

    @Test
    void a_reply_whose_copy_breaks_is_not_finished() throws IOException {
        InputStream copy = InputStream.nullInputStream();
        copy.close(); // Reading it throws.
        Exchange exchange = new RecordingExchange(copy);
        assertThrows(UncheckedIOException.class, () -> exchange.pass(Headers.NONE));
        assertEquals(List.of("relay 0"), calls, "so that closing it cuts the client's reply");
    }

    @Test
    void a_transform_releases_nothing_early_by_default() {
        ReplyTransform upperCase = (bytes, offset, length) -> Bytes.of("X".repeat(length));
        assertEquals(Optional.empty(), upperCase.overdue());
        assertEquals("XX", upperCase.pass(new byte[] {1, 2}, 0, 2).utf8());
    }
}
