package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.server.ModelOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real agents use the MCP server: what one session saves, the next one finds, with each of the tools. */
final class McpIT {
    private static final String FIRST = """
        The zebra crossing needs paint.
        Please use memory_save {"text": "Releases are cut on Thursdays."}\
        """;

    private static final String SECOND = """
        Please use memory_search {"query": "releases"}
        Please use memory_get {"path": "PAGE"}
        Please use session_search {"query": "zebra paint"}
        Please use recall {"session": "SESSION", "id": "HANDLE"}
        Please use query_session {"session": "SESSION", "question": "What is to be done with the crossing?"}
        Please use memory_delete {"path": "PAGE"}\
        """;

    @TempDir
    private Path folder;

    /** The transports of the MCP server. */
    enum Transport {
        STDIO,
        HTTP
    }

    @ParameterizedTest
    @EnumSource
    void claude_code_saves_and_finds_memory_with_the_tools(Transport transport)
            throws IOException, InterruptedException {
        McpToolScript script = new McpToolScript();
        try (TestEnvironment environment =
                TestEnvironment.start(folder, ModelOptions.of(script), "--search-embeddings", "none")) {
            Program claude = ClaudeIT.claude(environment);
            claude.run("git", "init", "--quiet").expectSuccess();
            Path config = claude.folder().resolve("mcp.json");
            Files.writeString(
                    config, "{\"mcpServers\": {\"throughline\": " + asJson(transport, environment, claude) + "}}");
            String[] more = {"--mcp-config", config.toString(), "--allowedTools", "mcp__throughline"};
            ClaudeIT.said(ClaudeIT.ask(claude, FIRST, more), "Saved: - Releases are cut on Thursdays.");
            ClaudeIT.said(ClaudeIT.ask(claude, SECOND, more), "Removed.");
            checkResults(script);
        }
    }

    @ParameterizedTest
    @EnumSource
    void codex_saves_and_finds_memory_with_the_tools(Transport transport) throws IOException, InterruptedException {
        McpToolScript script = new McpToolScript();
        try (TestEnvironment environment =
                TestEnvironment.start(folder, ModelOptions.of(script), "--search-embeddings", "none")) {
            Program agent = environment.agent();
            agent.run("git", "init", "--quiet").expectSuccess();
            Program codex = CodexIT.codex(environment, "gpt-5.5", asToml(transport, environment, agent));
            CodexIT.said(CodexIT.exec(codex, FIRST), "Saved: - Releases are cut on Thursdays.");
            CodexIT.said(CodexIT.exec(codex, SECOND), "Removed.");
            checkResults(script);
        }
    }

    private static String asJson(Transport transport, TestEnvironment environment, Program agent) {
        return switch (transport) {
            case STDIO ->
                "{\"command\": \"" + Installed.launcher() + "\", \"args\": [\"mcp\", \"--home\", \""
                        + environment.home() + "\"]}";
            case HTTP -> "{\"type\": \"http\", \"url\": \"" + address(environment, agent) + "\"}";
        };
    }

    /** Codex waits for a required server; otherwise its first request may be sent without the tools of the server. */
    private static String asToml(Transport transport, TestEnvironment environment, Program agent) {
        return "[mcp_servers.throughline]\nrequired = true\n"
                + switch (transport) {
                    case STDIO ->
                        "command = \"" + Installed.launcher() + "\"\nargs = [\"mcp\", \"--home\", \""
                                + environment.home() + "\"]\n";
                    case HTTP -> "url = \"" + address(environment, agent) + "\"\n";
                };
    }

    private static String address(TestEnvironment environment, Program agent) {
        return environment.url() + "/mcp?project=" + agent.folder();
    }

    private static void checkResults(McpToolScript script) {
        checkResult(script, "memory_save", "Saved: - Releases are cut on Thursdays.");
        checkResult(script, "memory_search", "- Releases are cut on Thursdays.");
        checkResult(script, "memory_get", "- Releases are cut on Thursdays.");
        checkResult(script, "session_search", "The zebra crossing needs paint.");
        checkResult(script, "recall", "The zebra crossing needs paint.");
        checkResult(script, "query_session", "The zebra crossing needs paint.");
        checkResult(script, "memory_delete", "Removed.");
        assertFalse(script.hasDuplicateTool(), "an agent with the MCP server needs no local memory tools");
    }

    private static void checkResult(McpToolScript script, String tool, String wanted) {
        String found = script.result(tool);
        assertTrue(found.contains(wanted), () -> tool + ": " + found);
    }
}
