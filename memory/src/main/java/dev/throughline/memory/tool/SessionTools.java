package dev.throughline.memory.tool;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.mcp.McpTool;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.memory.question.SessionQuestions;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.search.SearchScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** The tools by which agents read earlier sessions. Their answers are quoted, and secrets are masked. */
public record SessionTools(
        MemoryTools.MemoryOpener memory, SessionOpener sessions, SessionFilter filter, SessionAsker asker) {
    private static final int DEFAULT_RESULTS = 6;
    private static final int MAX_CHARACTERS = 12_000;

    /**
     * The sessions that an agent may read, and the part of each.
     *
     * @param includes whether the agent may read something of a session
     * @param nodes selects the nodes of a session that the agent may read
     */
    public record SessionFilter(
            Predicate<SessionCard> includes, BiFunction<SessionCard, Transcript, Predicate<Entry.Node>> nodes) {
        /** All sessions, completely. */
        public static final SessionFilter ALL = new SessionFilter(_ -> true, (_, _) -> _ -> true);
    }

    /** Reads recorded sessions. */
    public interface SessionReader {
        /**
         * The visible session that a text names: by its id or a part of it, its key, its name or a similar name.
         *
         * @throws dev.throughline.model.ProxyException if there is none or more than one
         */
        SessionCard named(String text, Predicate<SessionCard> isVisible);

        Recall recall(SessionId session);
    }

    /** Answers a question about a session. */
    @FunctionalInterface
    public interface SessionAsker {
        /** Returns the passages that match best. */
        SessionAsker PASSAGES = (session, question) -> new SessionAnswer(
                session.card().ref().id().toString(),
                question,
                Optional.empty(),
                List.of(),
                List.of(),
                SessionQuestions.passages(session, question),
                "off");

        SessionAnswer ask(SessionQuestions.OpenSession session, String question);
    }

    /** Opens recorded sessions for the duration of a call. */
    @FunctionalInterface
    public interface SessionOpener {
        McpTool.McpAnswer with(Function<SessionReader, McpTool.McpAnswer> work);
    }

    public List<McpTool> all() {
        return List.of(
                tool(
                        "session_search",
                        "Search sessions",
                        this::search,
                        "query",
                        "max_results:integer",
                        "scope:sessions|archive|all"),
                SessionQuestionTool.of(ToolArguments.handler(this::query)),
                tool(
                        "recall",
                        "Recall exactly",
                        this::recall,
                        "session",
                        "id:string",
                        "query:string",
                        "offset:integer",
                        "limit:integer",
                        "secrets:boolean"));
    }

    private static McpTool tool(
            String name, String title, Function<ToolArguments, McpTool.McpAnswer> work, String... arguments) {
        return MemoryTools.tool(
                name, title, ToolArguments.schema(arguments), McpTool.ToolEffect.READS, ToolArguments.handler(work));
    }

    private McpTool.McpAnswer search(ToolArguments arguments) {
        String word = arguments.textOr("scope", "sessions");
        SearchScope[] scopes = word.equals("all")
                ? new SearchScope[] {SearchScope.SESSIONS, SearchScope.ARCHIVE}
                : SearchScopes.of(word);
        String query = arguments.text("query");
        int most = Math.clamp(arguments.integer("max_results", DEFAULT_RESULTS), 1, ProjectMemory.MAX_RESULTS);
        return memory.with(opened ->
                MemoryTools.found(opened.search(opened.query(query).most(most).in(scopes))));
    }

    private SessionQuestions.OpenSession find(SessionReader reader, String text) {
        SessionCard card = reader.named(text, filter.includes());
        Recall recall = reader.recall(card.ref().id());
        Predicate<Entry.Node> nodes = filter.nodes().apply(card, recall.transcript());
        return new SessionQuestions.OpenSession(
                card, recall, (query, most) -> recall.finder().find(query, most, nodes), nodes);
    }

    private McpTool.McpAnswer query(ToolArguments arguments) {
        String question = arguments.text("question");
        return sessions.with(reader -> McpTool.McpAnswer.text(
                asker.ask(find(reader, arguments.text("session")), question).quoted()));
    }

    private McpTool.McpAnswer recall(ToolArguments arguments) {
        return sessions.with(reader -> {
            SessionQuestions.OpenSession part = find(reader, arguments.text("session"));
            if (arguments.values().containsKey("id")
                    && !part.nodes()
                            .test(part.recall().withHandle(arguments.text("id")).node())) {
                return McpTool.McpAnswer.error("No piece of this session that belongs to this project has that id.");
            }
            LocalTools.ToolAnswer answer = RecallTool.answer(
                    Bytes.of(JsonFormat.mapper().writeValueAsBytes(arguments.values())),
                    new RecallTool.RecallScope(
                            part.recall(), part.finder(), part.nodes(), SessionTools::masked, MAX_CHARACTERS));
            return new McpTool.McpAnswer(answer.text(), Map.of(), answer.isError());
        });
    }

    /** A text without its secrets. */
    public static String masked(String text) {
        return Redaction.of(text).text();
    }
}
