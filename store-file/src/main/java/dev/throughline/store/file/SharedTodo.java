package dev.throughline.store.file;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.SessionRef;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Notes with a shared todo file for all sessions without a todo of their own.
 *
 * @param own the notes of the sessions, to which all writes go
 * @param file the shared todo
 */
public record SharedTodo(StateNotes own, Path file) implements StateNotes {
    @Override
    public Optional<String> read(SessionRef session, NoteKind note) {
        Optional<String> text = own.read(session, note);
        return note == NoteKind.TODO ? text.or(() -> NoteFiles.read(file)) : text;
    }

    @Override
    public void write(SessionRef session, NoteKind note, String text) {
        own.write(session, note, text);
    }

    @Override
    public void setAside(SessionRef session, NoteKind note, String reason) {
        own.setAside(session, note, reason);
    }
}
