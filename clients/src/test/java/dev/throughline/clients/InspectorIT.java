package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.json.JsonNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command line of the MCP inspector from npm. It is stricter with servers than agents are. */
final class InspectorIT {
    /** The tools that only read, and those that remove something. */
    private static final List<String> TOOLS = List.of(
            "memory_search(query) reads",
            "memory_get(path) reads",
            "memory_save(text) adds",
            "memory_delete(path) deletes",
            "session_search(query) reads",
            "query_session(session, question) reads",
            "recall(session) reads");

    @TempDir
    private Path folder;

    @Test
    void the_inspector_lists_and_calls_the_tools_over_stdio() throws IOException, InterruptedException {
        Program inspector = new Program(folder);
        lists(inspector, Installed.launcher().toString(), "mcp");
        calls(inspector, Installed.launcher().toString(), "mcp");
    }

    @Test
    void the_inspector_lists_and_calls_the_tools_over_http() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            lists(environment.agent(), environment.url() + "/mcp");
            calls(environment.agent(), environment.url() + "/mcp");
        }
    }

    private static void lists(Program inspector, String... server) throws IOException, InterruptedException {
        // Strict: it exits with another status if a schema is not valid for every client.
        JsonNode tools =
                inspect(inspector, server, "--method", "tools/list", "--strict").path("tools");
        List<String> found = new ArrayList<>();
        for (JsonNode tool : tools) {
            found.add(JsonNodes.text(tool, "name")
                    + required(tool.path("inputSchema"))
                    + effect(tool.path("annotations")));
            assertEquals("object", JsonNodes.text(tool.path("inputSchema"), "type"), tool::toString);
            assertTrue(
                    !JsonNodes.text(tool, "title").isEmpty()
                            && !JsonNodes.text(tool, "description").isEmpty(),
                    tool::toString);
        }
        assertEquals(TOOLS, found);
    }

    private static String required(JsonNode schema) {
        List<String> names = new ArrayList<>();
        schema.path("required").forEach(name -> names.add(name.stringValue()));
        assertTrue(names.stream().allMatch(schema.path("properties")::has), schema::toString);
        return "(" + String.join(", ", names) + ")";
    }

    private static String effect(JsonNode annotations) {
        boolean isReading = annotations.path("readOnlyHint").asBoolean(false);
        boolean isDeleting = annotations.path("destructiveHint").asBoolean(true);
        return isReading ? " reads" : isDeleting ? " deletes" : " adds";
    }

    private static void calls(Program inspector, String... server) throws IOException, InterruptedException {
        String[] save = {"--method", "tools/call", "--tool-name", "memory_save", "--tool-arg", "text=Cut on Thursdays."
        };
        assertTrue(said(inspect(inspector, server, save)).startsWith("Saved: - Cut on Thursdays. ("));
        String[] search = {"--method", "tools/call", "--tool-name", "memory_search", "--tool-arg", "query=Thursdays"};
        JsonNode found = inspect(inspector, server, search);
        assertTrue(said(found).contains("- Cut on Thursdays."), found::toString);
        assertEquals(1, found.path("structuredContent").path("results").size(), found::toString);
    }

    private static String said(JsonNode result) {
        return JsonNodes.text(result.path("content").path(0), "text");
    }

    private static JsonNode inspect(Program inspector, String[] server, String... more)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(Installed.program("mcp-inspector").toString(), "--cli"));
        command.addAll(List.of(server));
        command.addAll(List.of(more));
        command.addAll(List.of("--connect-timeout", "60000"));
        return JsonNodes.read(inspector.run(command).expectSuccess().out());
    }
}
