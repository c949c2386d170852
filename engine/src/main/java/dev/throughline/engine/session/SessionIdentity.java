package dev.throughline.engine.session;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.SessionKey;
import java.util.Optional;

/**
 * The session that a request names.
 *
 * @param parent the key of the parent session, if the client reports that it is a sub-agent
 * @param source how the key was found
 * @param origin where the message comes from, if a chat gateway named that in headers or in the key
 */
public record SessionIdentity(
        SessionKey key, Optional<SessionKey> parent, KeySource source, Optional<ChatOrigin> origin) {
    /** The way in which a key was found, most reliable first. */
    public enum KeySource {
        /** A header that exists for this purpose, with a name that the client chose. */
        HEADER,
        /** The origin of the message, which headers name, or a key of the form of derived keys. */
        ORIGIN,
        /** The client's own id for its conversation. */
        CLIENT,
        /** A key that several conversations may share, such as a prompt cache key. */
        SHARED,
        /** The beginning of the conversation. */
        CONTENT,
        /** The credentials and the program. */
        CALLER
    }

    /** An identity without a named origin. */
    public SessionIdentity(SessionKey key, Optional<SessionKey> parent, KeySource source) {
        this(key, parent, source, Optional.empty());
    }

    static SessionIdentity of(String key, KeySource source) {
        return new SessionIdentity(new SessionKey(key), Optional.empty(), source);
    }

    /** Whether the key is derived from the origin. */
    public boolean isDerived() {
        return source == KeySource.ORIGIN;
    }

    /** The key of a child of this session. */
    public SessionKey child(String name) {
        return ClientSessionKeys.child(key, name);
    }
}
