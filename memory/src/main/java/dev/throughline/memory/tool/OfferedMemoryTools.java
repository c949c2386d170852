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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The memory tools that are added to the requests of a session, and whose calls the gateway answers. They are not added
 * if the memory has no pages, since they would cost tokens with every request and find nothing. Safe for use by many
 * threads.
 */
public record OfferedMemoryTools(ProjectMemories memories, SessionProjects sessionProjects) {
    private static final List<String> OWN_TOOLS = List.of("__memory_search", "\"memory_search\"", MemoryTools.PURPOSE);

    /** All tools, whether they are offered or not. */
    public static List<LocalTool> known() {
        MemoryTools nowhere = new MemoryTools(_ -> McpTool.McpAnswer.error("There is no memory here."), "");
        return nowhere.offered().stream().map(OfferedMemoryTools::local).toList();
    }

    private static LocalTool local(McpTool tool) {
        return new LocalTool(tool.name(), tool.description(), Bytes.of(tool.schema()));
    }

    /** The tools for a session. */
    public List<LocalTool> offeredFor(RecordedTurn recorded) {
        SessionCard card = recorded.card();
        sessionProjects.observe(recorded);
        return sessionProjects.hasMemory(card)
                        && !hasOwnTools(recorded.turn().request().body().utf8())
                        && hasPages(card)
                ? known()
                : List.of();
    }

    /**
     * Whether the agent has these tools already, from Throughline's MCP server. Agents declare such tools under longer
     * names or in a namespace, or only when their model searches for them; until then Claude Code lists their names,
     * and Codex quotes the purpose of the server.
     */
    static boolean hasOwnTools(String request) {
        return OWN_TOOLS.stream().anyMatch(request::contains);
    }

    private boolean hasPages(SessionCard card) {
        return memories.with(
                sessionProjects.of(card),
                memory -> !memory.memory().workspace().list().pages().isEmpty());
    }

    /** Answers a call of one of the tools. */
    public LocalTools.ToolAnswer answer(SessionRef session, LocalCall call) {
        MemoryTools tools = new MemoryTools(
                work -> memories.with(sessionProjects.of(session), work),
                session.id().toString());
        McpTool.McpAnswer answer = tools.reading().stream()
                .filter(tool -> tool.name().equals(call.name()))
                .findFirst()
                .map(tool -> answer(tool, call))
                .orElseGet(() -> McpTool.McpAnswer.error("There is no tool " + call.name() + " here."));
        return new LocalTools.ToolAnswer(answer.text(), answer.isError());
    }

    private static McpTool.McpAnswer answer(McpTool tool, LocalCall call) {
        Map<String, Object> arguments;
        try {
            arguments = JsonFormat.mapper().readValue(call.arguments().toArray(), new TypeReference<>() {});
        } catch (JacksonException e) {
            return McpTool.McpAnswer.error("Expected the arguments as a JSON object like " + tool.schema() + ".");
        }
        arguments.values().removeIf(Objects::isNull);
        return tool.handler().answer(arguments);
    }
}
