package dev.throughline.engine.session;

import dev.throughline.model.SessionKey;
import java.util.Optional;

/**
 * The session that a request names.
 *
 * @param parent the key of the parent session, if the client says that it is a sub-agent
 * @param source how the key was found
 */
public record SessionIdentity(SessionKey key, Optional<SessionKey> parent, KeySource source) {
    /** How a key was found, best first. */
    public enum KeySource {
        /** A header that exists for this purpose. */
        HEADER,
        /** The client's own id for its conversation. */
        CLIENT,
        /** A key that several conversations may share, such as a prompt cache key. */
        SHARED,
        /** The beginning of the conversation. */
        CONTENT,
        /** The credentials and the program. */
        CALLER
    }

    static SessionIdentity of(String key, KeySource found) {
        return new SessionIdentity(new SessionKey(key), Optional.empty(), found);
    }

    /** The key of a child of this session. */
    public SessionKey child(String name) {
        return new SessionKey(SessionIdentifier.shortened(key.text() + "/" + name));
    }
}
