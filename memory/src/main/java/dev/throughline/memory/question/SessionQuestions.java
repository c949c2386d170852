package dev.throughline.memory.question;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.PieceFinder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.json.Json;
import dev.throughline.workingset.edit.Edit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Answers questions about recorded sessions. Safe for use by many threads.
 *
 * @param inputCharacters the longest text of a session that the helper model reads
 */
public record SessionQuestions(HelperModel helper, ScaffoldFilter scaffoldFilter, int inputCharacters) {
    public static final int MAX_QUESTION_CHARACTERS = 4_000;

    /** How long a person waits for an answer who asks explicitly. */
    public static final Duration EXPLICIT_WAIT = Duration.ofMinutes(2);

    private static final int MAX_OUTPUT_TOKENS = 2_000;
    private static final int MAX_CITATIONS = 12;
    private static final int MAX_FOUND = 40;
    private static final int FOUND_CHARACTERS = 6_000;
    private static final int DATE_CHARACTERS = 10;

    /**
     * A session that is open for questions.
     *
     * @param nodes selects the nodes that the caller may read
     */
    public record OpenSession(SessionCard card, Recall recall, PieceFinder finder, Predicate<Entry.Node> nodes) {}

    /** The answer of the helper model before its quotations are checked. */
    private record ReadAnswer(String answer, List<QuoteCheck.Claim> claims) {}

    /**
     * Answers a question.
     *
     * @param caller the session on whose behalf the helper model is asked
     * @param wait how long to wait for the helper model
     */
    public SessionAnswer ask(SessionRef caller, OpenSession session, String question, Duration wait) {
        if (question.isBlank() || question.length() > MAX_QUESTION_CHARACTERS) {
            throw new IllegalArgumentException("expected a question with 1 to " + MAX_QUESTION_CHARACTERS
                    + " characters, found " + question.length());
        }
        QuestionTemplate template =
                QuestionTemplate.of(helper, SessionQuestions.class, "question", MAX_OUTPUT_TOKENS, wait);
        HelperAnswer<ReadAnswer> helped = template.ask(caller, () -> input(session, question), SessionQuestions::read);
        return switch (helped) {
            case HelperAnswer.Answered<ReadAnswer> answered -> checked(session, question, answered.content());
            case HelperAnswer.None<ReadAnswer> none ->
                new SessionAnswer(
                        id(session),
                        question,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        passages(session, question),
                        none.reason());
        };
    }

    private static String id(OpenSession session) {
        return session.card().ref().id().toString();
    }

    private String input(OpenSession session, String question) {
        Recall recall = session.recall();
        Conversation conversation = Conversation.of(session.card().ref(), recall, scaffoldFilter, session.nodes());
        Map<Hash, String> found = new LinkedHashMap<>();
        for (PieceFinder.FoundPiece each : session.finder().find(question, MAX_FOUND, session.nodes())) {
            String text = Redaction.of(recall.text(each.node())).text();
            found.putIfAbsent(each.node().id(), recall.matchingLines(text, question, FOUND_CHARACTERS));
        }
        return "Question: " + question.strip() + "\n\nSession:\n"
                + QuestionInput.of(conversation, summaries(session), found, inputCharacters);
    }

    /** The texts that replaced older parts of the session, of the parts that the caller may read. */
    private static List<String> summaries(OpenSession session) {
        Recall recall = session.recall();
        Set<Hash> seen = new HashSet<>();
        return recall.transcript().edits().stream()
                .flatMap(edited -> edited.edits().stream())
                .flatMap(edit -> edit instanceof Edit.Replace replace && !replace.isDrop()
                        ? Stream.of(replace)
                        : Stream.<Edit.Replace>empty())
                .filter(replace -> recall.transcript()
                        .node(replace.last())
                        .filter(session.nodes())
                        .isPresent())
                .map(Edit.Replace::text)
                .filter(seen::add)
                .map(text -> Redaction.of(recall.source(text).utf8()).text())
                .toList();
    }

    private static ReadAnswer read(Json json) {
        if (!(json instanceof Json.Obj answer)) {
            throw new IllegalArgumentException("expected a JSON object");
        }
        List<QuoteCheck.Claim> claims = new ArrayList<>();
        for (Json each : answer.list("citations")) {
            if (each instanceof Json.Obj citation && claims.size() < MAX_CITATIONS) {
                claims.add(new QuoteCheck.Claim(
                        citation.text("handle").orElse("").strip(),
                        citation.text("quote").orElse("")));
            }
        }
        String text = answer.text("answer").orElse("").strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the answer is empty");
        }
        return new ReadAnswer(text, List.copyOf(claims));
    }

    private static SessionAnswer checked(OpenSession session, String question, ReadAnswer read) {
        QuoteCheck.CheckedQuotes quotes =
                new QuoteCheck(pieces(session), SessionQuestions::masked).check(read.claims());
        List<Citation> passages = quotes.citations().isEmpty() ? passages(session, question) : List.of();
        return new SessionAnswer(
                id(session),
                question,
                Optional.of(masked(read.answer())),
                quotes.citations(),
                quotes.dropped(),
                passages,
                "");
    }

    private static String masked(String text) {
        return Redaction.of(text).text();
    }

    private static List<QuoteCheck.QuotedPiece> pieces(OpenSession session) {
        Recall recall = session.recall();
        return recall.transcript().conversation().stream()
                .filter(session.nodes())
                .filter(node -> switch (node.kind()) {
                    case USER, ASSISTANT, TOOL_CALL, TOOL_RESULT -> true;
                    case SYSTEM, REASONING, OTHER -> false;
                })
                .map(node -> new QuoteCheck.QuotedPiece(
                        node.item().handle(),
                        node.at().toString().substring(0, DATE_CHARACTERS),
                        recall.transcript().tool(node).orElse(node.kind().word()),
                        () -> recall.text(node)))
                .toList();
    }

    /** The passages of a session that match a question best. */
    public static List<Citation> passages(OpenSession session, String question) {
        SnippetFinder.SnippetScope scope = new SnippetFinder.SnippetScope(
                session.finder(),
                session.nodes(),
                SessionQuestions::masked,
                /* hasRecall= */ true,
                SnippetFinder.SnippetLimits.DEFAULT);
        return SnippetFinder.of(session.recall(), scope, question).stream()
                .map(each -> new Citation(each.handle(), each.date(), each.tool(), each.text()))
                .toList();
    }
}
