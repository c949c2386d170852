package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Headers;
import org.junit.jupiter.api.Test;

final class NettyHeadersTest {
    @Test
    void order_spelling_and_repetitions_survive_conversion_in_both_directions() {
        Headers headers = Headers.of("B", "1", "a", "2", "b", "3", "A", "");
        assertEquals(headers, NettyHeaders.fromNetty(NettyHeaders.toNetty(headers)));
    }

    @Test
    void a_line_break_in_a_value_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> NettyHeaders.toNetty(Headers.of("a", "b\r\nc: d")));
    }
}
