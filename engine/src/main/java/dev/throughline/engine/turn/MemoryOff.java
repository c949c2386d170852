package dev.throughline.engine.turn;

import java.util.Locale;

/** Why nothing of a request is remembered, where nothing broke. */
enum MemoryOff {
    /** It was refused before it was read. */
    REFUSED,
    /** The request says so itself. */
    REQUESTED,
    /** The setting {@code memory.apply_to} is {@code none}. */
    APPLY_TO_NONE,
    /** The setting is {@code agents}, and the program is none. */
    NO_AGENT;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
