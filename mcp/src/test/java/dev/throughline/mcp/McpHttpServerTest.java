package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class McpHttpServerTest {
    private final McpHttpServer door = new McpHttpServer(EchoTools.IDENTITY, EchoTools.TOOLS);

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void it_introduces_itself_and_its_tools() {
        McpHttpServer.McpReply hello = post(EchoTools.initialize(1));
        assertEquals(200, hello.status());
        assertTrue(
                hello.body().utf8().contains("\"name\":\"throughline\""),
                hello.body().utf8());
        assertEquals(
                202,
                post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .status());
        String tools = post(EchoTools.request(2, "tools/list", "{}")).body().utf8();
        assertTrue(tools.contains("\"readOnlyHint\":true"), tools);
        assertTrue(tools.contains("\"destructiveHint\":true"), tools);
    }

    @Test
    void a_call_is_answered_in_text_and_in_members() {
        String answer =
                post(EchoTools.call(3, "echo", "{\"text\":\"hé\"}")).body().utf8();
        assertTrue(answer.contains("again: hé"), answer);
        assertTrue(answer.contains("\"structuredContent\":{\"length\":7}"), answer);
        assertFalse(answer.contains("\"isError\":true"), answer);
    }

    @Test
    void a_tool_that_fails_says_so() {
        String answer = post(EchoTools.call(4, "broken", "{}")).body().utf8();
        assertTrue(answer.contains("\"isError\":true") && answer.contains("on purpose"), answer);
    }

    @Test
    void arguments_that_do_not_fit_are_refused_before_the_tool_sees_them() {
        String answer = post(EchoTools.call(5, "echo", "{\"text\":7}")).body().utf8();
        assertTrue(answer.contains("\"isError\":true"), answer);
        assertTrue(answer.contains("Expected a text in 'text', found '7'."), answer);
    }

    @Test
    void there_is_no_stream_to_open_or_to_end() {
        assertEquals(405, door.answer("GET", Headers.NONE, Bytes.EMPTY).status());
        assertEquals(405, door.answer("DELETE", Headers.NONE, Bytes.EMPTY).status());
    }

    @Test
    void pages_of_other_machines_are_kept_out() {
        for (String origin : new String[] {"https://evil.example", "null", "http://127.0.0.1.evil.example"}) {
            assertEquals(403, from(origin), origin);
        }
        assertEquals(200, from("http://localhost:8790"));
        assertEquals(200, from("http://[::1]:8790"));
    }

    @Test
    void what_is_no_message_is_refused() {
        assertEquals(400, post("[]").status());
        assertEquals(400, post("{\"x\":1}").status());
        assertEquals(400, post("no json").status());
        String junk = post("no json").body().utf8();
        assertTrue(junk.contains("\"id\":null") && junk.contains("-32700"), junk);
        assertEquals(
                400,
                door.answer("POST", Headers.of("mcp-protocol-version", "1999-01-01"), Bytes.of(EchoTools.initialize(1)))
                        .status());
    }

    private int from(String origin) {
        return door.answer("POST", Headers.of("origin", origin), Bytes.of(EchoTools.initialize(1)))
                .status();
    }

    private McpHttpServer.McpReply post(String message) {
        return door.answer("POST", Headers.NONE, Bytes.of(message));
    }
}
