package dev.throughline.engine.reset;

import dev.throughline.engine.archive.SessionCard;
import java.time.Instant;
import java.util.Optional;

/**
 * The times of a session on which its reset depends. The time of the last write is not among them: side requests, tool
 * results and background work write to a session, and must not keep it alive.
 *
 * @param started since when its key belongs to the session
 * @param lastMessage when a person last wrote a message in it
 */
public record SessionClocks(Instant started, Optional<Instant> lastMessage) {
    /**
     * The clocks of a session.
     *
     * @param since when its key was given to it; after an undone reset, that is later than its opening, and it starts
     *     anew then
     */
    public static SessionClocks of(SessionCard card, Optional<Instant> since) {
        return new SessionClocks(since.filter(card.created()::isBefore).orElse(card.created()), card.lastUserMessage());
    }

    /** When the session was last used by a person; before the first message, when it started. */
    Instant lastUse() {
        return lastMessage.filter(started::isBefore).orElse(started);
    }
}
