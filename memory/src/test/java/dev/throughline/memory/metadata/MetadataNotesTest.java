package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.MemoryNotes;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.Stage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MetadataNotesTest {
    private final MemoryNotes store = new MemoryNotes();
    private final MetadataNotes notes = new MetadataNotes(store);

    @Test
    void metadata_is_a_note_of_its_session() {
        SessionMetadata metadata = MetadataCodecTest.metadata("parser-work");
        assertEquals(Optional.empty(), notes.read(Stage.SESSION));
        notes.write(Stage.SESSION, metadata);
        assertEquals(Optional.of(metadata), notes.read(Stage.SESSION));
        assertEquals(Optional.of(metadata), new MetadataNotes(store).read(Stage.SESSION), "after a restart");
    }

    @Test
    void a_damaged_note_is_set_aside() {
        store.write(Stage.SESSION, NoteKind.INDEX, "{\"sessionId\":");
        assertEquals(Optional.empty(), notes.read(Stage.SESSION));
        assertEquals(Optional.empty(), store.read(Stage.SESSION, NoteKind.INDEX));
    }

    @Test
    void the_metadata_of_another_session_is_damage() {
        store.write(Stage.session(2), NoteKind.INDEX, MetadataCodec.write(MetadataCodecTest.metadata("parser-work")));
        assertEquals(Optional.empty(), notes.read(Stage.session(2)));
        assertEquals(Optional.empty(), store.read(Stage.session(2), NoteKind.INDEX));
    }
}
