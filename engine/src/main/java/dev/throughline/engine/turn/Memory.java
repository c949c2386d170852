package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Outgoing;
import java.util.Optional;

/** What became of a turn at the stations that remember. */
sealed interface Memory {
    /** It was kept; what is sent for it, if that was decided. */
    record Kept(Recorded recorded, Optional<Outgoing> outgoing) implements Memory {}

    /** It was kept, but its body could not be read; it goes on as it is. */
    record Opaque(Recorded recorded, String reason) implements Memory {}

    /** A station broke; it goes on with the client's own bytes. */
    record Bypassed(String reason) implements Memory {}

    /** Nobody asked to remember it. */
    record Unwanted() implements Memory {}
}
