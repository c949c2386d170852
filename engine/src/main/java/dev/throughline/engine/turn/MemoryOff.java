package dev.throughline.engine.turn;

import java.util.Locale;

/** The reason why a request gets no memory, other than a failure. */
enum MemoryOff {
    /** Throughline refused the request before it was read. */
    REFUSED,
    /** The header {@code X-Throughline-Memory} turned memory off. */
    REQUESTED,
    /** The setting {@code memory.apply_to} is {@code none}. */
    APPLY_TO_NONE,
    /** The setting {@code memory.apply_to} is {@code agents}, and the client is not an agent. */
    NO_AGENT;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
