package dev.throughline.engine.state;

import dev.throughline.model.SessionRef;
import java.util.Optional;

/**
 * The notes of sessions. People write them as much as programs do, at any time and without asking; so what is read is
 * whatever stands there now, and nobody holds a lease. Safe for use by many threads.
 */
public interface StateNotes {
    /** How large a note may be. */
    int MAX_BYTES = 64 << 10;

    /** A note as it is now; empty if there is none, if it is blank, or if it cannot be read, which is logged. */
    Optional<String> read(SessionRef session, NoteKind note);

    /**
     * Replaces a note; an empty text removes it.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code CALLER} if it has more than {@link #MAX_BYTES}, of
     *     kind {@code STORE} if it cannot be written
     */
    void write(SessionRef session, NoteKind note, String text);
}
