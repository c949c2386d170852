package dev.throughline.cli;

import dev.throughline.mcp.McpStdioServer;
import dev.throughline.mcp.McpTool;
import dev.throughline.mcp.ServerIdentity;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.memory.question.SessionQuestions;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.wiring.Version;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** {@code throughline mcp}: serves the memory and session tools to the agent that started this process. */
final class McpCommand extends MemoryCommand {
    private final InputStream input;

    McpCommand(CommandEnvironment environment, InputStream input) {
        super(
                environment,
                "Serves the memory and session tools to an agent over standard input and output (MCP).",
                "For Claude Code: claude mcp add throughline -- throughline mcp");
        this.input = input;
    }

    @Override
    public int run() {
        project(); // Reports a wrong --project now, and not at each call.
        try (ConfiguredEmbedder embedder = embedder()) {
            // Memory is opened for each call: this process may run for days, and a gateway that starts needs the index.
            MemoryTools.MemoryOpener opener = work -> withMemory(embedder, work);
            List<McpTool> tools = new ArrayList<>(new MemoryTools(opener, "mcp").all());
            tools.addAll(new SessionTools(opener, this::readSessions, SessionTools.SessionFilter.ALL, this::ask).all());
            ServerIdentity identity = new ServerIdentity("throughline", Version.text(), MemoryTools.INSTRUCTIONS);
            new McpStdioServer(identity, tools).serve(input, screen().out());
            return OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    /** Only a gateway has a helper model. Without one, the best passages are the answer. */
    private SessionAnswer ask(SessionQuestions.OpenSession session, String question) {
        Optional<GatewayClient> running = gateway();
        if (running.isEmpty()) {
            return SessionTools.SessionAsker.PASSAGES.ask(session, question);
        }
        try (GatewayClient client = running.get()) {
            return AskCommand.ask(client, session.card().ref().id().toString(), question);
        }
    }

    private McpTool.McpAnswer readSessions(Function<SessionTools.SessionReader, McpTool.McpAnswer> work) {
        return read(work::apply).orElseGet(() -> McpTool.McpAnswer.error("There are no sessions yet."));
    }
}
