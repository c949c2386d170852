package dev.throughline.engine.state;

import dev.throughline.model.SessionRef;
import java.util.Optional;

/**
 * The notes of sessions. People and programs may change them at any time, without a lease. Safe for use by many
 * threads.
 */
public interface StateNotes {
    /** The maximum size of a note. */
    int MAX_BYTES = 64 << 10;

    /** The current text of a note; empty if there is none, if it is blank, or if it cannot be read, which is logged. */
    Optional<String> read(SessionRef session, NoteKind note);

    /**
     * Replaces a note; an empty text removes it.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code CALLER} if it has more than {@link #MAX_BYTES}, of
     *     kind {@code STORE} if it cannot be written, with code {@code session_unknown} if the session does not exist
     */
    void write(SessionRef session, NoteKind note, String text);

    /**
     * Moves a note that cannot be understood aside, where a person can look at it, and reports it. The session then has
     * no such note.
     */
    void setAside(SessionRef session, NoteKind note, String reason);
}
