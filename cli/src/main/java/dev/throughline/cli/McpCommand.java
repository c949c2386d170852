package dev.throughline.cli;

import dev.throughline.mcp.McpStdioServer;
import dev.throughline.mcp.McpTool;
import dev.throughline.mcp.ServerIdentity;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.memory.tool.SessionReader;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.server.wiring.Version;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** {@code throughline mcp}: the tools of memory for an agent that starts us, over standard input and output. */
final class McpCommand extends TypedCommand {
    private final MemoryAccess memory = new MemoryAccess(this);
    private final InputStream input;

    McpCommand(CommandEnvironment environment, InputStream input) {
        super(
                environment,
                ConfigOptions.HOME,
                "Serves the memory tools to an agent over standard input and output (MCP).",
                "For Claude Code: claude mcp add throughline -- throughline mcp");
        this.input = input;
    }

    @Override
    int run() {
        memory.project(); // A wrong --project is reported now, and not to each call.
        try (ConfiguredEmbedder embedding = memory.embedding()) {
            // Opened for each call: an agent may keep us for days, and a gateway that starts needs the index.
            MemoryTools.Visit visit = work -> memory.with(embedding, work);
            List<McpTool> tools = new ArrayList<>(new MemoryTools(visit, "mcp").all());
            tools.addAll(new SessionTools(visit, this::readSessions, SessionTools.Ours.ALL).all());
            ServerIdentity identity = new ServerIdentity("throughline", Version.text(), MemoryTools.INSTRUCTIONS);
            new McpStdioServer(identity, tools).serve(input, screen().out());
            return OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private McpTool.Answer readSessions(Function<SessionReader, McpTool.Answer> work) {
        return read(work::apply).orElseGet(() -> McpTool.Answer.error("There are no sessions yet."));
    }
}
