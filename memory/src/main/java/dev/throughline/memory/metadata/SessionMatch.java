package dev.throughline.memory.metadata;

import java.util.List;

/** The sessions that a text names. */
public sealed interface SessionMatch {
    /** Exactly one session. */
    record One(ListedSession session) implements SessionMatch {}

    /** Several sessions that the text names equally well, the best first. */
    record Several(List<ListedSession> sessions) implements SessionMatch {
        public Several {
            sessions = List.copyOf(sessions);
        }
    }

    record NoSession() implements SessionMatch {}

    static SessionMatch of(List<ListedSession> sessions) {
        return switch (sessions.size()) {
            case 0 -> new NoSession();
            case 1 -> new One(sessions.getFirst());
            default -> new Several(sessions);
        };
    }
}
