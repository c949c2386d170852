package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Headers;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReplyHeadTest {
    private static HttpResponse reply(int status) {
        HttpResponse reply = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        reply.headers().set("x-a", "1").set("content-encoding", "gzip").set("content-length", "5");
        return reply;
    }

    @Test
    void an_exact_head_keeps_length_and_encoding() {
        ReplyHead head = ReplyHead.exact(reply(200), Headers.of("x-b", "2"), "POST");
        assertEquals(
                List.of(
                        Map.entry("x-a", "1"),
                        Map.entry("content-encoding", "gzip"),
                        Map.entry("content-length", "5"),
                        Map.entry("x-b", "2")),
                head.headers().entries());
        assertFalse(head.isUnmeasured());
    }

    @Test
    void the_head_of_a_changing_body_has_neither_length_nor_encoding() {
        ReplyHead head = ReplyHead.changing(reply(200), Headers.NONE, "POST");
        assertEquals(List.of(Map.entry("x-a", "1")), head.headers().entries());
        assertTrue(head.isUnmeasured());
    }

    @Test
    void some_replies_have_no_body() {
        assertFalse(ReplyHead.changing(reply(200), Headers.NONE, "HEAD").isUnmeasured());
        assertFalse(ReplyHead.changing(reply(204), Headers.NONE, "POST").hasBody());
        assertFalse(ReplyHead.changing(reply(304), Headers.NONE, "GET").hasBody());
    }
}
