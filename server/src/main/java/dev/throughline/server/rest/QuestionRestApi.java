package dev.throughline.server.rest;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.memory.question.SessionQuestions;
import dev.throughline.model.ProxyException;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The route of questions about a session, which is named by its id or a part of it, or by its name:
 *
 * <pre>
 *   POST sessions/ID/questions    the body: {"question":"Which lexer did we take?"}
 * </pre>
 */
final class QuestionRestApi {
    private static final String NO_QUESTION =
            "The body has no question. Send a JSON object such as {\"question\":\"Which lexer did we take?\"}.";

    private final SessionCatalog sessions;
    private final MemoryService memory;

    QuestionRestApi(SessionCatalog sessions, MemoryService memory) {
        this.sessions = sessions;
        this.memory = memory;
    }

    /** The body of a question. */
    private record Question(@Nullable String question) {}

    void addTo(RestApi api) {
        api.add(
                "POST",
                "sessions/*/questions",
                RouteContract.answers("Answers a question about a session.", SessionAnswer.class)
                        .takes(RouteContract.DeclaredBody.json(Question.class, "question")),
                this::ask);
    }

    private PlainAnswer ask(RestApi.RestRequest request) {
        String question = question(request);
        try {
            SessionCard card =
                    sessions.named(QueryParameters.decoded(request.path().get(1)));
            Recall recall = sessions.recall(card.ref().id());
            return RestReply.json(memory.ask(
                    new SessionQuestions.OpenSession(card, recall, memory.finder(card.ref(), recall), _ -> true),
                    question));
        } catch (ProxyException e) {
            return RestReply.error(e.kind() == ProxyException.Kind.CALLER ? 404 : 503, e.code(), e.sentence());
        }
    }

    private static String question(RestApi.RestRequest request) {
        try {
            String question = Objects.requireNonNullElse(
                    ViewJson.read(request.body().toArray(), Question.class).question(), "");
            if (question.isBlank()) {
                throw new IllegalArgumentException(NO_QUESTION);
            }
            return question;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(NO_QUESTION, e);
        }
    }
}
