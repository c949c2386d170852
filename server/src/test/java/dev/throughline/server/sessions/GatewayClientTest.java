package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GatewayClientTest {
    private HttpServer server;
    private int status;
    private String body = "";

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private GatewayClient answering(int code, String text) {
        status = code;
        body = text;
        return new GatewayClient(address());
    }

    @Test
    void errors_of_the_gateway_are_passed_on() {
        for (int code : new int[] {400, 413, 503}) {
            try (GatewayClient client =
                    answering(code, "{\"error\":{\"code\":\"search_index\",\"message\":\"the index is damaged\"}}")) {
                ProxyException thrown = assertThrows(ProxyException.class, () -> client.post("memory/index"));
                assertEquals("the index is damaged", thrown.sentence());
                assertEquals("search_index", thrown.code());
            }
        }
    }

    @Test
    void only_an_unknown_answer_is_blamed_on_another_version() {
        try (GatewayClient client = answering(502, "<html>")) {
            assertTrue(assertThrows(ProxyException.class, () -> client.fetch("status"))
                    .sentence()
                    .contains("another version"));
        }
        try (GatewayClient client = answering(404, "")) {
            assertEquals(Optional.empty(), client.fetch("nothing"));
        }
    }

    @Test
    void a_gateway_that_does_not_answer_is_reported_as_a_sentence() {
        server.stop(0);
        try (GatewayClient client = new GatewayClient(address())) {
            String said = assertThrows(ProxyException.class, () -> client.fetch("status"))
                    .sentence();
            assertTrue(said.contains("nothing answers there"), said);
            assertFalse(said.contains("Exception"), said);
        }
    }
}
