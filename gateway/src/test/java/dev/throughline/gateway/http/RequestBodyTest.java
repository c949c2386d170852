package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

final class RequestBodyTest {
    @Test
    void pieces_are_collected_in_order_without_a_known_length() {
        RequestBody body = new RequestBody(-1, 100_000);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            String piece = i + ",";
            all.append(piece);
            assertTrue(body.take(Unpooled.wrappedBuffer(Bytes.of(piece).array())));
        }
        assertEquals(Bytes.of(all.toString()), body.bytes());
    }

    @Test
    void a_piece_beyond_the_limit_is_rejected() {
        RequestBody body = new RequestBody(10, 10);
        assertTrue(body.take(Unpooled.wrappedBuffer(new byte[10])));
        assertFalse(body.take(Unpooled.wrappedBuffer(new byte[1])));
        assertEquals(10, body.bytes().length());
    }
}
