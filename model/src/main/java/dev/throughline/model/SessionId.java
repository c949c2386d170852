package dev.throughline.model;

import java.util.UUID;

/** The permanent id of a session: a UUIDv7, so that ids sort by the time of the first turn. */
public record SessionId(UUID uuid) implements Comparable<SessionId> {
    /** The id that {@link #toString()} wrote. */
    public static SessionId of(String text) {
        try {
            return new SessionId(UUID.fromString(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected a session id like 0198c5a0-…, found '" + text + "'; 'throughline sessions' lists them",
                    e);
        }
    }

    @Override
    public int compareTo(SessionId other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
