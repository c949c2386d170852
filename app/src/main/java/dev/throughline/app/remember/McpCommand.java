package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.house.Version;
import dev.throughline.app.library.Library;
import dev.throughline.app.room.Embedding;
import dev.throughline.mcp.Identity;
import dev.throughline.mcp.StdioDoor;
import dev.throughline.mcp.Tool;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline mcp}: the tools of memory for an agent that starts us, over standard input and output. */
public final class McpCommand implements Command {
    private final Desk desk;
    private final InputStream input;

    public McpCommand(Desk desk, InputStream input) {
        this.desk = desk;
        this.input = input;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Serves the tools of memory to an agent over standard input and output (MCP).",
                        "For Claude Code: claude mcp add throughline -- throughline mcp");
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Rooms rooms = new Rooms(desk);
        rooms.project(given); // A slip in --project is told now, and not to each call.
        try (Embedding embedding = rooms.embedding(given)) {
            // Opened for each call: an agent may keep us for days, and a gateway that comes needs the index.
            MemoryTools.Visit visit = work -> rooms.with(given, embedding, work);
            List<Tool> tools = new ArrayList<>(new MemoryTools(visit, "mcp").all());
            tools.addAll(new SessionTools(visit, work -> read(given, work), SessionTools.Ours.ALL).all());
            Identity identity = new Identity("throughline", Version.text(), MemoryTools.INSTRUCTIONS);
            new StdioDoor(identity, tools).serve(input, desk.screen().out());
            return OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private Tool.Said read(ParseResult given, Function<Library, Tool.Said> work) {
        return desk.read(given, work).orElseGet(() -> Tool.Said.error("No session is kept yet."));
    }
}
