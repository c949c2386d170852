package dev.throughline.memory.reference;

import dev.throughline.model.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a reference shows of a session.
 *
 * @param program the program that opened the session
 * @param description one sentence; may be empty
 * @param summary the summary; may be empty
 * @param ancestor the session that this one continues or belongs to
 */
public record ReferredSession(
        SessionId id,
        String name,
        String program,
        Instant updated,
        String description,
        String summary,
        List<String> tags,
        Optional<SessionId> ancestor) {
    public ReferredSession {
        tags = List.copyOf(tags);
    }
}
