package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SentRequestTest {
    @Test
    void requests_of_one_connection_are_separated() {
        String connection = "POST /v1/messages?beta=true HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
                + "GET /v1/models HTTP/1.1\r\nHost: a\r\n\r\n";
        assertEquals(
                List.of(
                        new SentRequest(
                                "POST",
                                "/v1/messages?beta=true",
                                Headers.of("host", "a", "content-length", "2"),
                                Bytes.of("{}")),
                        new SentRequest("GET", "/v1/models", Headers.of("host", "a"), Bytes.EMPTY)),
                read(connection));
    }

    @Test
    void a_chunked_body_is_joined() {
        String connection = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n";
        assertEquals(Bytes.of("{\"a\":1}"), read(connection).getFirst().body());
    }

    @Test
    void an_incomplete_request_is_omitted() {
        assertEquals(List.of(), read("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n{"));
        assertEquals(List.of(), read("POST / HTTP/1.1\r\nConte"));
    }

    private static List<SentRequest> read(String connection) {
        return SentRequest.all(connection.getBytes(StandardCharsets.ISO_8859_1));
    }
}
