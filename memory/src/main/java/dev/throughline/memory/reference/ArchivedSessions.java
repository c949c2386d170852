package dev.throughline.memory.reference;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.metadata.MetadataTexts;
import dev.throughline.memory.metadata.SessionDirectory;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.memory.question.SessionQuestions;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The sessions of the archive as references see them. Safe for use by many threads.
 *
 * @param access selects the sessions that a session may read
 * @param metadata the metadata of a session; one that has none is described by rules
 * @param open opens a session for questions
 */
public record ArchivedSessions(
        Store store,
        SessionDirectory directory,
        Function<SessionCard, Predicate<SessionCard>> access,
        Function<SessionCard, Optional<SessionMetadata>> metadata,
        SessionQuestions questions,
        Function<SessionCard, SessionQuestions.OpenSession> open)
        implements ReferableSessions {
    @Override
    public SessionMatch find(SessionCard caller, String name) {
        return directory.find(caller.ref().tenant(), name, readable(caller));
    }

    private Predicate<SessionCard> readable(SessionCard caller) {
        Predicate<SessionCard> readable = access.apply(caller);
        return card ->
                card.ref().tenant().equals(caller.ref().tenant()) && !card.hasOnlySideRequests() && readable.test(card);
    }

    private Optional<SessionCard> readable(SessionCard caller, SessionId session) {
        return store.find(new SessionRef(caller.ref().tenant(), session)).filter(readable(caller));
    }

    @Override
    public Optional<ReferredSession> describe(SessionCard caller, SessionId session) {
        return readable(caller, session).map(card -> {
            Optional<MetadataTexts> texts = metadata.apply(card).map(SessionMetadata::texts);
            return new ReferredSession(
                    session,
                    texts.map(MetadataTexts::name).orElse(""),
                    card.client(),
                    card.updated(),
                    texts.map(MetadataTexts::description).orElse(""),
                    texts.map(MetadataTexts::summary).orElse(""),
                    texts.map(MetadataTexts::tags).orElse(List.of()),
                    card.previous().or(card::parent));
        });
    }

    @Override
    public Optional<SessionAnswer> ask(SessionCard caller, SessionId session, String question, Duration wait) {
        long start = System.nanoTime();
        return readable(caller, session).map(card -> {
            SessionQuestions.OpenSession opened = open.apply(card);
            return questions.ask(caller.ref(), opened, question, wait.minusNanos(System.nanoTime() - start));
        });
    }
}
