package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NoteFilesTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 7)));

    @TempDir
    Path home;

    @Test
    void a_note_is_a_private_file_of_the_session() throws IOException {
        notes().write(SESSION, NoteKind.TODO, "- [ ] über\n");
        assertEquals("- [ ] über\n", Files.readString(folder().resolve("todo.md")));
        assertEquals("rw-------", mode(folder().resolve("todo.md")));
        assertEquals("rwx------", mode(folder()));
        assertEquals(Optional.of("- [ ] über\n"), notes().read(SESSION, NoteKind.TODO));
        assertEquals(Optional.empty(), notes().read(SESSION, NoteKind.PINNED));
        try (var files = Files.list(folder())) {
            assertEquals(List.of(folder().resolve("todo.md")), files.toList());
        }
    }

    @Test
    void changes_made_with_an_editor_are_read_at_once() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("summary.md"), "so far");
        assertEquals(Optional.of("so far"), notes().read(SESSION, NoteKind.SUMMARY));
        Files.writeString(folder().resolve("summary.md"), " \n");
        assertEquals(Optional.empty(), notes().read(SESSION, NoteKind.SUMMARY));
    }

    @Test
    void an_empty_text_removes_a_note() {
        notes().write(SESSION, NoteKind.PINNED, "be kind");
        notes().write(SESSION, NoteKind.PINNED, "");
        notes().write(SESSION, NoteKind.PINNED, "");
        assertFalse(Files.exists(folder().resolve("pinned.md")));
    }

    @Test
    void an_unreadable_note_is_empty() throws IOException {
        Files.createDirectories(folder().resolve("todo.md"));
        assertEquals(Optional.empty(), notes().read(SESSION, NoteKind.TODO));
    }

    @Test
    void only_the_beginning_of_a_too_large_file_is_read() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("todo.md"), "x" + "é".repeat(StateNotes.MAX_BYTES));
        assertEquals(Optional.of("x" + "é".repeat(StateNotes.MAX_BYTES / 2 - 1)), notes().read(SESSION, NoteKind.TODO));
    }

    @Test
    void a_too_large_note_is_rejected() {
        ProxyException refused = assertThrows(
                ProxyException.class,
                () -> notes().write(SESSION, NoteKind.TODO, "x".repeat(StateNotes.MAX_BYTES + 1)));
        assertEquals(ProxyException.Kind.CALLER, refused.kind());
    }

    @Test
    void a_folder_that_cannot_be_written_is_an_error() throws IOException {
        Files.writeString(home.resolve(SESSION.id().toString()), "in the way");
        ProxyException failed = assertThrows(ProxyException.class, () -> notes().write(SESSION, NoteKind.TODO, "x"));
        assertEquals(ProxyException.Kind.STORE, failed.kind());
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private Path folder() {
        return home.resolve(SESSION.id().toString());
    }

    private NoteFiles notes() {
        return new NoteFiles(session -> home.resolve(session.id().toString()), (_, _) -> {}, _ -> {});
    }
}
