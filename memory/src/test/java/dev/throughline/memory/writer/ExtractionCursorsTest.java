package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Hash;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExtractionCursorsTest {
    private static final Optional<Hash> PLACE = Optional.of(Hash.of("a place"));

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    /** Each as another process would have it. */
    private ExtractionCursors cursors() {
        return new ExtractionCursors(new Workspace(folder, time));
    }

    @Test
    void a_session_has_one_lease_at_a_time() {
        ExtractionCursors.Cursor lease = cursors().take(Stage.session(1)).orElseThrow();
        assertEquals(Optional.empty(), lease.node());
        assertEquals(Optional.empty(), cursors().take(Stage.session(1)));
        assertTrue(cursors().take(Stage.session(2)).isPresent());
        cursors().finish(Stage.session(1), lease, PLACE);
        assertEquals(PLACE, cursors().read(Stage.session(1)));
        assertEquals(PLACE, cursors().take(Stage.session(1)).orElseThrow().node());
    }

    @Test
    void an_expired_lease_does_not_move_the_cursor() {
        ExtractionCursors.Cursor dead = cursors().take(Stage.session(1)).orElseThrow();
        time.move(Stage.NOON.plus(ExtractionCursors.LEASE));
        ExtractionCursors.Cursor next = cursors().take(Stage.session(1)).orElseThrow();
        assertFalse(cursors().isHeld(Stage.session(1), dead));
        assertTrue(next.until() > dead.until());
        cursors().finish(Stage.session(1), dead, PLACE);
        assertTrue(cursors().isHeld(Stage.session(1), next));
        assertEquals(Optional.empty(), cursors().read(Stage.session(1)));
    }

    @Test
    void an_edited_line_that_cannot_be_parsed_is_ignored() {
        KeyValueFile marks = new KeyValueFile(new Workspace(folder, time), "extract");
        marks.update(facts -> facts.put(Stage.session(1).id().toString(), "not a handle 12 x"));
        assertEquals(Optional.empty(), cursors().read(Stage.session(1)));
        assertTrue(cursors().take(Stage.session(1)).isPresent());
    }
}
