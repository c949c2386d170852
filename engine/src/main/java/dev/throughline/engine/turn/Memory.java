package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Recorded;

/** What became of a turn at the stations that remember. */
sealed interface Memory {
    /** It was kept. */
    record Kept(Recorded recorded) implements Memory {}

    /** It was kept, but its body could not be read; it goes on as it is. */
    record Opaque(Recorded recorded, String reason) implements Memory {}

    /** A station broke; it goes on with the client's own bytes. */
    record Bypassed(String reason) implements Memory {}

    /** Nobody asked to remember it. */
    record Unwanted() implements Memory {}
}
