package dev.throughline.engine.archive;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Notes in memory. */
public final class MemoryNotes implements StateNotes {
    private record Place(SessionRef session, NoteKind note) {}

    private final Map<Place, String> notes = new ConcurrentHashMap<>();
    private final Consumer<SessionRef> check;

    /** Notes of any session. */
    public MemoryNotes() {
        this(_ -> {});
    }

    /** @param check throws an exception if there is no such session */
    MemoryNotes(Consumer<SessionRef> check) {
        this.check = check;
    }

    @Override
    public Optional<String> read(SessionRef session, NoteKind note) {
        return Optional.ofNullable(notes.get(new Place(session, note)));
    }

    @Override
    public void write(SessionRef session, NoteKind note, String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new ProxyException(ProxyException.Kind.CALLER, "note_too_large", "found " + bytes + " bytes");
        }
        check.accept(session);
        if (text.isBlank()) {
            notes.remove(new Place(session, note));
        } else {
            notes.put(new Place(session, note), text);
        }
    }

    @Override
    public void setAside(SessionRef session, NoteKind note, String reason) {
        notes.remove(new Place(session, note));
    }
}
