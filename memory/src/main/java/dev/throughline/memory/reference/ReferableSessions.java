package dev.throughline.memory.reference;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.model.SessionId;
import java.time.Duration;
import java.util.Optional;

/** The sessions that the messages of a session can refer to. Safe for use by many threads. */
public interface ReferableSessions {
    /** The sessions with a name, of those that a session may read, itself included. */
    SessionMatch find(SessionCard caller, String name);

    /**
     * A session, if the caller may read it. A session that was not described yet is described by rules now.
     *
     * @param session the id of the session
     */
    Optional<ReferredSession> describe(SessionCard caller, SessionId session);

    /**
     * Asks about a session on behalf of another one; empty if the other one may not read it.
     *
     * @param wait how long to wait for the helper model; reading the session counts
     */
    Optional<SessionAnswer> ask(SessionCard caller, SessionId session, String question, Duration wait);
}
