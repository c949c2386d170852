package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class McpHttpServerTest {
    private final McpHttpServer server = new McpHttpServer(EchoTools.IDENTITY, EchoTools.TOOLS);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void initialize_and_tools_list_describe_the_server_and_its_tools() {
        McpHttpServer.McpReply initialized = post(EchoTools.initialize(1));
        assertEquals(200, initialized.status());
        assertTrue(
                initialized.body().utf8().contains("\"name\":\"throughline\""),
                initialized.body().utf8());
        assertEquals(
                202,
                post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .status());
        String tools = post(EchoTools.request(2, "tools/list", "{}")).body().utf8();
        assertTrue(tools.contains("\"readOnlyHint\":true"), tools);
        assertTrue(tools.contains("\"destructiveHint\":true"), tools);
    }

    @Test
    void a_call_is_answered_with_text_and_structured_content() {
        String answer =
                post(EchoTools.call(3, "echo", "{\"text\":\"hé\"}")).body().utf8();
        assertTrue(answer.contains("again: hé"), answer);
        assertTrue(answer.contains("\"structuredContent\":{\"length\":7}"), answer);
        assertFalse(answer.contains("\"isError\":true"), answer);
    }

    @Test
    void a_failing_tool_returns_an_error_result() {
        String answer = post(EchoTools.call(4, "broken", "{}")).body().utf8();
        assertTrue(answer.contains("\"isError\":true") && answer.contains("on purpose"), answer);
    }

    @Test
    void invalid_arguments_are_rejected_before_the_tool_runs() {
        String answer = post(EchoTools.call(5, "echo", "{\"text\":7}")).body().utf8();
        assertTrue(answer.contains("\"isError\":true"), answer);
        assertTrue(answer.contains("Expected a text in 'text', found '7'."), answer);
    }

    @Test
    void get_and_delete_are_not_allowed() {
        assertEquals(405, server.answer("GET", Headers.NONE, Bytes.EMPTY).status());
        assertEquals(405, server.answer("DELETE", Headers.NONE, Bytes.EMPTY).status());
    }

    @Test
    void requests_with_a_foreign_origin_are_rejected() {
        for (String origin : new String[] {"https://evil.example", "null", "http://127.0.0.1.evil.example"}) {
            assertEquals(403, from(origin), origin);
        }
        assertEquals(200, from("http://localhost:8790"));
        assertEquals(200, from("http://[::1]:8790"));
    }

    @Test
    void a_malformed_message_is_rejected() {
        assertEquals(400, post("[]").status());
        assertEquals(400, post("{\"x\":1}").status());
        assertEquals(400, post("no json").status());
        String error = post("no json").body().utf8();
        assertTrue(error.contains("\"id\":null") && error.contains("-32700"), error);
        assertEquals(
                400,
                server.answer(
                                "POST",
                                Headers.of("mcp-protocol-version", "1999-01-01"),
                                Bytes.of(EchoTools.initialize(1)))
                        .status());
    }

    private int from(String origin) {
        return server.answer("POST", Headers.of("origin", origin), Bytes.of(EchoTools.initialize(1)))
                .status();
    }

    private McpHttpServer.McpReply post(String message) {
        return server.answer("POST", Headers.NONE, Bytes.of(message));
    }
}
