package dev.throughline.memory.consolidate;

import dev.throughline.model.SessionRef;
import java.time.Instant;

/**
 * A session that may be finished.
 *
 * @param updated the time of its last turn
 */
public record FinishedSession(SessionRef session, Instant updated) {
    String key() {
        return session.id().toString();
    }
}
