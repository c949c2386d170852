package dev.throughline.memory.tool;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.mcp.McpTool;
import dev.throughline.memory.metadata.ListedSession;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.memory.question.SessionQuestions;
import dev.throughline.memory.reference.ReferableSessions;
import dev.throughline.memory.reference.SessionReferences;
import dev.throughline.model.ItemKind;
import java.util.stream.Collectors;

/**
 * The tool {@code query_session} of a session, whose calls the gateway answers: it asks about a session that the caller
 * may read. Safe for use by many threads.
 */
public record SessionQuestionTool(ReferableSessions sessions, SessionReferences references) {
    static final String NAME = "query_session";

    /** The tool for models that have no MCP server of Throughline. */
    static McpTool of(McpTool.Handler handler) {
        return MemoryTools.tool(
                NAME, "Ask a session", ToolArguments.schema("session", "question"), McpTool.ToolEffect.READS, handler);
    }

    /** Whether to add the tool to the requests of a session. */
    boolean isOfferedTo(RecordedTurn recorded) {
        return switch (references.settings().toolOffer()) {
            case ALWAYS -> true;
            case NEVER -> false;
            case REFERENCE -> hasReference(recorded.turn());
        };
    }

    private boolean hasReference(Turn turn) {
        // Most requests contain no such text, and need not be parsed for it.
        return turn.request().body().utf8().contains("@@")
                && turn.request().history().stream()
                        .flatMap(element -> turn.wire().itemise(turn.request().body(), element).stream())
                        .filter(item -> item.kind() == ItemKind.USER)
                        .anyMatch(item ->
                                references.isIn(turn.wire().text(turn.request().body(), item)));
    }

    /** The tool of a session. */
    McpTool toolOf(SessionCard caller) {
        return of(ToolArguments.handler(arguments -> answer(caller, arguments)));
    }

    private McpTool.McpAnswer answer(SessionCard caller, ToolArguments arguments) {
        String name = arguments.text("session");
        String question = arguments.text("question");
        return switch (sessions.find(caller, name)) {
            case SessionMatch.One one ->
                sessions.ask(caller, one.session().ref().id(), question, SessionQuestions.EXPLICIT_WAIT)
                        .map(SessionAnswer::quoted)
                        .map(McpTool.McpAnswer::text)
                        .orElseGet(() -> unknown(name));
            case SessionMatch.Several several ->
                McpTool.McpAnswer.error("Several sessions fit '" + name + "'. Use the id of one of them: "
                        + several.sessions().stream()
                                .map(SessionQuestionTool::described)
                                .collect(Collectors.joining(", "))
                        + ".");
            case SessionMatch.NoSession _ -> unknown(name);
        };
    }

    private static String described(ListedSession session) {
        return session.ref().id() + " (" + session.name().orElse("no name") + ")";
    }

    private static McpTool.McpAnswer unknown(String name) {
        return McpTool.McpAnswer.error("There is no session '" + name + "'. Use the id or the name of a session.");
    }
}
