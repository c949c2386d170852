package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.learn.MemoryFixture;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class McpEndpointTest extends MemoryFixture {
    @Test
    void an_agent_is_served_over_http_with_the_memory_of_its_project() throws Exception {
        try (GatewayServer gateway = open()) {
            String path = "/mcp?project=" + user.resolve("parser");
            String save = call("memory_save", "\"text\":\"The zebra is striped.\"");
            assertTrue(post(gateway, path, save).contains("Saved: - The zebra is striped."));
            String search = call("memory_search", "\"query\":\"zebra\"");
            assertTrue(post(gateway, path, search).contains("striped"), "it is found at once");
            assertFalse(post(gateway, "/mcp", search).contains("striped"), "the shared memory is separate");
            assertTrue(post(gateway, path, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                    .contains("query_session"));
            assertTrue(post(gateway, "/mcp?project=../x", search).contains("absolute path"));
        }
    }

    @Test
    void a_session_can_only_be_searched_from_its_own_project() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("The zebra crossing needs paint.");
            String id = gateway.sessions()
                    .sessions(Optional.empty(), 1)
                    .items()
                    .getFirst()
                    .ref()
                    .id()
                    .toString();
            String ask = call("query_session", "\"session\":\"" + id + "\",\"question\":\"zebra crossing\"");
            assertTrue(
                    post(gateway, "/mcp?project=" + user.resolve("parser"), ask).contains("needs paint"));
            for (String other : List.of("/mcp?project=" + user.resolve("other"), "/mcp")) {
                String refused = post(gateway, other, ask);
                assertFalse(refused.contains("needs paint"), refused);
                assertTrue(refused.contains("there is no session"), refused);
            }
        }
    }
}
