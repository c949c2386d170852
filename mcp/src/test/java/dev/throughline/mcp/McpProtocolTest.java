package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class McpProtocolTest {
    private final McpProtocol protocol = new McpProtocol(EchoTools.IDENTITY, EchoTools.TOOLS);

    @AfterEach
    void close() {
        protocol.close();
    }

    @Test
    void a_call_needs_no_initialize_before_it() throws McpProtocol.Malformed {
        assertTrue(answer(EchoTools.call(1, "echo", "{\"text\":\"a\"}")).contains("again: a"));
        assertTrue(answer(EchoTools.request(2, "ping", "{}")).contains("\"id\":2"));
        assertEquals(
                Optional.empty(),
                protocol.answer(protocol.read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")));
    }

    @Test
    void the_error_for_an_unknown_tool_lists_the_existing_tools() throws McpProtocol.Malformed {
        String answer = answer(EchoTools.call(3, "ecco", "{}"));
        assertTrue(answer.contains("-32602"), answer);
        assertTrue(answer.contains("Expected one of the tools echo, broken, found 'ecco'."), answer);
        assertTrue(answer(EchoTools.request(4, "tools/call", "{}")).contains("found 'null'"));
    }

    @Test
    void a_missing_argument_is_reported_to_the_model() throws McpProtocol.Malformed {
        String answer = answer(EchoTools.call(5, "echo", "{}"));
        assertTrue(answer.contains("\"isError\":true"), answer);
        assertTrue(answer.contains("Expected a text in 'text', found none."), answer);
    }

    @Test
    void an_unknown_method_is_an_error_with_the_id_of_the_request() throws McpProtocol.Malformed {
        String answer = answer(EchoTools.request(6, "no/such", "{}"));
        assertTrue(answer.contains("-32601") && answer.contains("\"id\":6"), answer);
        assertThrows(McpProtocol.Malformed.class, () -> protocol.read("{\"jsonrpc\":\"2.0\"}"));
        assertThrows(McpProtocol.Malformed.class, () -> protocol.read("{} {}"));
    }

    private String answer(String message) throws McpProtocol.Malformed {
        return protocol.answer(protocol.read(message)).orElse("");
    }
}
