package dev.throughline.memory.metadata;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.SessionRef;
import java.util.Optional;

/**
 * The metadata of each session, as a note of the session, so that every store keeps it and deletes it with the session.
 * A note that is not metadata is set aside; the session then has none until it is indexed again. Safe for use by many
 * threads.
 */
public final class MetadataNotes {
    private final StateNotes notes;

    public MetadataNotes(StateNotes notes) {
        this.notes = notes;
    }

    public Optional<SessionMetadata> read(SessionRef session) {
        Optional<String> note = notes.read(session, NoteKind.INDEX);
        try {
            return note.map(text -> metadata(session, text));
        } catch (IllegalArgumentException e) {
            notes.setAside(session, NoteKind.INDEX, "the metadata is damaged: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static SessionMetadata metadata(SessionRef session, String text) {
        SessionMetadata metadata = MetadataCodec.read(text);
        if (!metadata.session().id().equals(session.id())) {
            throw new IllegalArgumentException(
                    "it is of session " + metadata.session().id());
        }
        return metadata;
    }

    /** Replaces the metadata of a session. The caller holds the lease of the session. */
    void write(SessionRef session, SessionMetadata metadata) {
        notes.write(session, NoteKind.INDEX, MetadataCodec.write(metadata));
    }
}
