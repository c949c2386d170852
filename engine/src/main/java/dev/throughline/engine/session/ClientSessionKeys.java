package dev.throughline.engine.session;

import dev.throughline.model.SessionKey;

/** The keys that are derived from the ids that clients give to their own sessions, in requests and in files. */
public final class ClientSessionKeys {
    private ClientSessionKeys() {}

    /** The key of a thread of Codex. */
    public static SessionKey codex(String thread) {
        return key("codex:" + thread);
    }

    /** The key of a session of Claude Code. */
    public static SessionKey claude(String session) {
        return key("claude:" + session);
    }

    /** The key of a sub-agent of a session of Claude Code. */
    public static SessionKey claudeAgent(String session, String agent) {
        return child(claude(session), agent);
    }

    /** The key of a session whose client sends its id in a header that several clients use, as pi does. */
    public static SessionKey client(String session) {
        return key("client:" + session);
    }

    static SessionKey child(SessionKey parent, String name) {
        return key(parent.text() + "/" + name);
    }

    private static SessionKey key(String text) {
        return new SessionKey(SessionIdentifier.shortened(text));
    }
}
