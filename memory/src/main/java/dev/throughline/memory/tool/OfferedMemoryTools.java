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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The memory tools that are added to the requests of a session, and whose calls the gateway answers. They are not added
 * if the memory has no pages, since they would cost tokens with every request and find nothing. For the same reason
 * {@code query_session} is usually added only if the request refers to a session. Safe for use by many threads.
 */
public record OfferedMemoryTools(
        ProjectMemories memories, SessionProjects sessionProjects, SessionQuestionTool questionTool) {
    private static final String NO_MEMORY = "This session has no memory.";
    private static final List<String> OWN_TOOLS = List.of("__memory_search", "\"memory_search\"", MemoryTools.PURPOSE);

    /** All tools, whether they are offered or not. */
    public static List<LocalTool> known() {
        return Stream.concat(ofMemory(), Stream.of(ofQuestions())).toList();
    }

    private static Stream<LocalTool> ofMemory() {
        MemoryTools nowhere = new MemoryTools(_ -> McpTool.McpAnswer.error(NO_MEMORY), "");
        return nowhere.offered().stream().map(OfferedMemoryTools::local);
    }

    private static LocalTool ofQuestions() {
        return local(SessionQuestionTool.of(_ -> McpTool.McpAnswer.error("There are no sessions here.")));
    }

    private static LocalTool local(McpTool tool) {
        return new LocalTool(tool.name(), tool.description(), Bytes.of(tool.schema()));
    }

    /**
     * The tools for a session.
     *
     * @param showsMemory whether sessions are shown memory
     */
    public List<LocalTool> offeredFor(RecordedTurn recorded, boolean showsMemory) {
        SessionCard card = recorded.card();
        sessionProjects.observe(recorded);
        if (hasOwnTools(recorded.turn().request().body().utf8())) {
            return List.of();
        }
        List<LocalTool> tools = new ArrayList<>();
        if (showsMemory && sessionProjects.hasMemory(card) && hasPages(card)) {
            ofMemory().forEach(tools::add);
        }
        if (questionTool.isOfferedTo(recorded)) {
            tools.add(ofQuestions());
        }
        return List.copyOf(tools);
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
    public LocalTools.ToolAnswer answer(SessionCard card, LocalCall call) {
        SessionRef session = card.ref();
        MemoryTools tools = new MemoryTools(
                work -> sessionProjects
                        .readable(session)
                        .map(project -> memories.with(project, work))
                        .orElseGet(() -> McpTool.McpAnswer.error(NO_MEMORY)),
                session.id().toString());
        McpTool.McpAnswer answer = Stream.concat(tools.reading().stream(), Stream.of(questionTool.toolOf(card)))
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
