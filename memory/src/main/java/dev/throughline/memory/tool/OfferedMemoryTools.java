package dev.throughline.memory.tool;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.mcp.McpTool;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The tools of memory that a model is offered in its session and that are answered in the gateway. A memory without a
 * page is not offered: its tools would cost tokens with every request and find nothing. Safe for use by many threads.
 */
public final class OfferedMemoryTools {
    private static final List<String> BROUGHT = List.of("__memory_search", "\"memory_search\"", MemoryTools.PURPOSE);

    private final ProjectMemories rooms;
    private final SessionProjects whereabouts;

    public OfferedMemoryTools(ProjectMemories rooms, SessionProjects whereabouts) {
        this.rooms = rooms;
        this.whereabouts = whereabouts;
    }

    /** All there are. */
    public static List<LocalTool> known() {
        MemoryTools nowhere = new MemoryTools(_ -> McpTool.ToolAnswer.error("There is no memory here."), "");
        return nowhere.offered().stream().map(OfferedMemoryTools::local).toList();
    }

    private static LocalTool local(McpTool tool) {
        return new LocalTool(tool.name(), tool.description(), Bytes.of(tool.schema()));
    }

    /** Those to offer to a session. */
    public List<LocalTool> to(RecordedTurn recorded) {
        SessionCard card = recorded.card();
        whereabouts.note(recorded);
        return whereabouts.hasMemory(card) && !isBrought(recorded) && hasPages(card) ? known() : List.of();
    }

    /**
     * Whether the client has these tools already, from our MCP server. Agents declare such tools under longer names or
     * in a namespace, or only when their model searches for them; until then Claude Code lists their names, and Codex
     * says what their server is for.
     */
    private static boolean isBrought(RecordedTurn recorded) {
        return isBrought(recorded.turn().request().body().utf8());
    }

    static boolean isBrought(String request) {
        return BROUGHT.stream().anyMatch(request::contains);
    }

    private boolean hasPages(SessionCard card) {
        return rooms.with(
                whereabouts.of(card),
                room -> !room.memory().workspace().list().pages().isEmpty());
    }

    /** Answers a call of one of them. */
    public LocalTools.ToolAnswer answer(SessionRef session, LocalCall call) {
        MemoryTools tools = new MemoryTools(
                work -> rooms.with(whereabouts.of(session), work), session.id().toString());
        McpTool.ToolAnswer said = tools.reading().stream()
                .filter(tool -> tool.name().equals(call.name()))
                .findFirst()
                .map(tool -> answer(tool, call))
                .orElseGet(() -> McpTool.ToolAnswer.error("There is no tool " + call.name() + " here."));
        return new LocalTools.ToolAnswer(said.text(), said.isError());
    }

    private static McpTool.ToolAnswer answer(McpTool tool, LocalCall call) {
        Map<String, Object> arguments = new HashMap<>();
        try {
            JsonFormat.mapper()
                    .readValue(call.arguments().toArray(), new TypeReference<Map<String, @Nullable Object>>() {})
                    .forEach((name, value) -> {
                        if (value != null) {
                            arguments.put(name, value);
                        }
                    });
        } catch (JacksonException e) {
            return McpTool.ToolAnswer.error("Expected the arguments as a JSON object like " + tool.schema() + ".");
        }
        return tool.handler().answer(arguments);
    }
}
