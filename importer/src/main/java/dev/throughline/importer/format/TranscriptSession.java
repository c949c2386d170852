package dev.throughline.importer.format;

import dev.throughline.model.SessionKey;
import java.util.Optional;

/**
 * The session that a line belongs to.
 *
 * @param key the key under which the gateway would record the same session
 * @param parent the key of the session that started it, for a sub-agent
 * @param client the program that wrote the line
 */
public record TranscriptSession(SessionKey key, Optional<SessionKey> parent, String client) {
    static TranscriptSession of(SessionKey key, String client) {
        return new TranscriptSession(key, Optional.empty(), client);
    }
}
