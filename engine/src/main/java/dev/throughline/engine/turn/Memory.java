package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Outgoing;
import java.util.Locale;
import java.util.Optional;

/** What became of a turn at the stations that remember. */
sealed interface Memory {
    /** What was kept, if anything. */
    default Optional<Recorded> recordedTurn() {
        return switch (this) {
            case Kept kept -> Optional.of(kept.recorded());
            case Opaque opaque -> Optional.of(opaque.recorded());
            case Bypassed _, Unwanted _ -> Optional.empty();
        };
    }

    /** What is sent, if that was decided. */
    default Optional<Outgoing> outgoingRequest() {
        return this instanceof Kept kept ? kept.outgoing() : Optional.empty();
    }

    /** Why a turn is not treated as usual, if it is not. */
    default Optional<String> bypass() {
        return switch (this) {
            case Opaque opaque -> Optional.of(opaque.reason());
            case Bypassed bypassed -> Optional.of(bypassed.reason());
            case Kept _, Unwanted _ -> Optional.empty();
        };
    }

    /** Why a turn is not kept, if nobody wanted it. */
    default Optional<Why> unwanted() {
        return this instanceof Unwanted unwanted ? Optional.of(unwanted.why()) : Optional.empty();
    }

    /** It was kept; what is sent for it, if that was decided. */
    record Kept(Recorded recorded, Optional<Outgoing> outgoing) implements Memory {}

    /** It was kept, but its body could not be read; it goes on as it is. */
    record Opaque(Recorded recorded, String reason) implements Memory {}

    /** A station broke; it goes on with the client's own bytes. */
    record Bypassed(String reason) implements Memory {}

    /** Nobody asked to remember it. */
    record Unwanted(Why why) implements Memory {}

    /** Why nobody asked to remember a turn. */
    enum Why {
        /** It was refused before it was read. */
        REFUSED,
        /** The request says so itself. */
        REQUESTED,
        /** The setting {@code memory.apply_to} is {@code none}. */
        APPLY_TO_NONE,
        /** The setting is {@code agents}, and the program is none. */
        NO_AGENT,
        /** Its tokens are counted, and its session is not known. */
        ONLY_COUNTED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
