package dev.throughline.app.learn;

import dev.throughline.app.library.JsonObject;
import dev.throughline.app.remember.MemoryTools;
import dev.throughline.app.room.MemoryRooms;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.mcp.Tool;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalTool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;

/**
 * The tools of memory that a model is offered in its session and that are answered in the gateway. A memory without a
 * page is not offered: its tools would cost tokens with every request and find nothing. Safe for use by many threads.
 */
final class OwnTools {
    private static final List<String> BROUGHT = List.of("__memory_search", "\"memory_search\"", MemoryTools.PURPOSE);

    private final MemoryRooms rooms;
    private final Whereabouts whereabouts;

    OwnTools(MemoryRooms rooms, Whereabouts whereabouts) {
        this.rooms = rooms;
        this.whereabouts = whereabouts;
    }

    /** All there are. */
    static List<LocalTool> known() {
        MemoryTools nowhere = new MemoryTools(_ -> Tool.Said.error("There is no memory here."), "");
        return nowhere.offered().stream().map(OwnTools::local).toList();
    }

    private static LocalTool local(Tool tool) {
        return new LocalTool(tool.name(), tool.description(), Bytes.of(tool.schema()));
    }

    /** Those to offer to a session. */
    List<LocalTool> to(Recorded recorded) {
        SessionCard card = recorded.card();
        whereabouts.note(recorded);
        return whereabouts.hasMemory(card) && !isBrought(recorded) && hasPages(card) ? known() : List.of();
    }

    /**
     * Whether the client has these tools already, from our MCP server. Agents declare such tools under longer names or
     * in a namespace, or only when their model searches for them; until then Claude Code lists their names, and Codex
     * says what their server is for.
     */
    private static boolean isBrought(Recorded recorded) {
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
    LocalTools.Said answer(SessionRef session, LocalCall call) {
        MemoryTools tools = new MemoryTools(
                work -> rooms.with(whereabouts.of(session), work), session.id().toString());
        Tool.Said said = tools.reading().stream()
                .filter(tool -> tool.name().equals(call.name()))
                .findFirst()
                .map(tool -> answer(tool, call))
                .orElseGet(() -> Tool.Said.error("There is no tool " + call.name() + " here."));
        return new LocalTools.Said(said.text(), said.isError());
    }

    private static Tool.Said answer(Tool tool, LocalCall call) {
        Map<String, Object> arguments = new HashMap<>();
        try {
            JsonObject.read(call.arguments().toArray()).fields().forEach((name, value) -> {
                if (value != null) {
                    arguments.put(name, value);
                }
            });
        } catch (IllegalArgumentException | JacksonException e) {
            return Tool.Said.error("Expected the arguments as a JSON object like " + tool.schema() + ".");
        }
        return tool.answering().answer(arguments);
    }
}
