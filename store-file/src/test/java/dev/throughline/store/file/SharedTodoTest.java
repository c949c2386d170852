package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedTodoTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 7)));

    @TempDir
    Path home;

    @Test
    void a_session_without_a_todo_uses_the_shared_file() throws IOException {
        SharedTodo notes = new SharedTodo(
                new NoteFiles(_ -> home.resolve("session"), (_, _) -> {}, _ -> {}), home.resolve("all.md"));
        assertEquals(Optional.empty(), notes.read(SESSION, NoteKind.TODO));
        Files.writeString(home.resolve("all.md"), "for all");
        assertEquals(Optional.of("for all"), notes.read(SESSION, NoteKind.TODO));
        assertEquals(Optional.empty(), notes.read(SESSION, NoteKind.PINNED));
        notes.write(SESSION, NoteKind.TODO, "own");
        assertEquals(Optional.of("own"), notes.read(SESSION, NoteKind.TODO));
        assertEquals("for all", Files.readString(home.resolve("all.md")));
    }
}
