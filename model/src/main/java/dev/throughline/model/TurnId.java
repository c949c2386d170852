package dev.throughline.model;

import java.util.UUID;

/** The id of a turn: a UUIDv7. */
public record TurnId(UUID uuid) {
    /** The id that {@link #toString()} wrote. */
    public static TurnId of(String text) {
        return new TurnId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
