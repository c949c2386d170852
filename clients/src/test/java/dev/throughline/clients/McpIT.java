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
    enum Way {
        STDIO,
        HTTP
    }

    @ParameterizedTest
    @EnumSource
    void claude_code_saves_and_finds(Way way) throws IOException, InterruptedException {
        Errands errands = new Errands();
        try (Stage stage = Stage.set(folder, ModelOptions.of(errands), "--search-embeddings", "none")) {
            Program claude = ClaudeIT.claude(stage);
            claude.run("git", "init", "--quiet").well();
            Path config = claude.folder().resolve("mcp.json");
            Files.writeString(config, "{\"mcpServers\": {\"throughline\": " + asJson(way, stage, claude) + "}}");
            String[] more = {"--mcp-config", config.toString(), "--allowedTools", "mcp__throughline"};
            ClaudeIT.said(ClaudeIT.ask(claude, FIRST, more), "Saved: - Releases are cut on Thursdays.");
            ClaudeIT.said(ClaudeIT.ask(claude, SECOND, more), "Removed.");
            everythingWasBrought(errands);
        }
    }

    @ParameterizedTest
    @EnumSource
    void codex_saves_and_finds(Way way) throws IOException, InterruptedException {
        Errands errands = new Errands();
        try (Stage stage = Stage.set(folder, ModelOptions.of(errands), "--search-embeddings", "none")) {
            Program agent = stage.agent();
            agent.run("git", "init", "--quiet").well();
            Program codex = CodexIT.codex(stage, "gpt-5.5", asToml(way, stage, agent));
            CodexIT.said(CodexIT.exec(codex, FIRST), "Saved: - Releases are cut on Thursdays.");
            CodexIT.said(CodexIT.exec(codex, SECOND), "Removed.");
            everythingWasBrought(errands);
        }
    }

    private static String asJson(Way way, Stage stage, Program agent) {
        return switch (way) {
            case STDIO ->
                "{\"command\": \"" + Installed.launcher() + "\", \"args\": [\"mcp\", \"--home\", \"" + stage.home()
                        + "\"]}";
            case HTTP -> "{\"type\": \"http\", \"url\": \"" + address(stage, agent) + "\"}";
        };
    }

    /** Codex waits for a server that is required; else its first request may go out without our tools. */
    private static String asToml(Way way, Stage stage, Program agent) {
        return "[mcp_servers.throughline]\nrequired = true\n"
                + switch (way) {
                    case STDIO ->
                        "command = \"" + Installed.launcher() + "\"\nargs = [\"mcp\", \"--home\", \"" + stage.home()
                                + "\"]\n";
                    case HTTP -> "url = \"" + address(stage, agent) + "\"\n";
                };
    }

    private static String address(Stage stage, Program agent) {
        return stage.url() + "/mcp?project=" + agent.folder();
    }

    private static void everythingWasBrought(Errands errands) {
        brought(errands, "memory_save", "Saved: - Releases are cut on Thursdays.");
        brought(errands, "memory_search", "- Releases are cut on Thursdays.");
        brought(errands, "memory_get", "- Releases are cut on Thursdays.");
        brought(errands, "session_search", "The zebra crossing needs paint.");
        brought(errands, "recall", "The zebra crossing needs paint.");
        brought(errands, "query_session", "The zebra crossing needs paint.");
        brought(errands, "memory_delete", "Removed.");
        assertFalse(errands.isOfferedTwice(), "who has our server needs no such tools of the gateway");
    }

    private static void brought(Errands errands, String tool, String wanted) {
        String found = errands.brought(tool);
        assertTrue(found.contains(wanted), () -> tool + ": " + found);
    }
}
