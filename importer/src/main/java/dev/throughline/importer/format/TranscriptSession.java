package dev.throughline.importer.format;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.SessionKey;
import java.util.Optional;

/**
 * The session that a line belongs to.
 *
 * @param key the key under which the gateway would record the same session
 * @param ownKey a key that no other session has, if the program can give {@code key} to another session
 * @param parent the key of the session that started it, for a sub-agent
 * @param client the program that wrote the line
 * @param origin where its messages come from, if the file says so
 * @param end the line at which the conversation ends, if the file says so; otherwise the last one
 */
public record TranscriptSession(
        SessionKey key,
        Optional<SessionKey> ownKey,
        Optional<SessionKey> parent,
        String client,
        Optional<ChatOrigin> origin,
        Optional<String> end) {
    /** A session whose key is its own. */
    static TranscriptSession of(SessionKey key, Optional<SessionKey> parent, String client) {
        return new TranscriptSession(key, Optional.empty(), parent, client, Optional.empty(), Optional.empty());
    }

    static TranscriptSession of(SessionKey key, String client) {
        return of(key, Optional.empty(), client);
    }

    /** A session whose key may belong to another one later. */
    public static TranscriptSession of(SessionKey key, SessionKey ownKey, String client) {
        return new TranscriptSession(
                key, Optional.of(ownKey), Optional.empty(), client, Optional.empty(), Optional.empty());
    }
}
