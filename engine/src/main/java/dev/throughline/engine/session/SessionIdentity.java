package dev.throughline.engine.session;

import dev.throughline.model.SessionKey;
import java.util.Optional;

/**
 * The session that a request names.
 *
 * @param parent the key of the parent session, if the client reports that it is a sub-agent
 * @param source how the key was found
 */
public record SessionIdentity(SessionKey key, Optional<SessionKey> parent, KeySource source) {
    /** The way in which a key was found, most reliable first. */
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

    static SessionIdentity of(String key, KeySource source) {
        return new SessionIdentity(new SessionKey(key), Optional.empty(), source);
    }

    /** The key of a child of this session. */
    public SessionKey child(String name) {
        return new SessionKey(SessionIdentifier.shortened(key.text() + "/" + name));
    }
}
