package dev.throughline.app.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.command.sight.KeptSession;
import dev.throughline.app.config.Config;
import dev.throughline.app.config.Environment;
import dev.throughline.app.config.Settings;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.state.Note;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.testkit.store.MemoryStore;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecollectionTest {
    private static final EditLog NO_EDITS = new EditLog();
    private static final EditLog CLEARED =
            new EditLog().with(List.of(new Edit.Reword(Entry.ROOT, Edit.Manner.CLEAR, Hash.of("stub"), 1, List.of())));

    @TempDir
    private Path user = Path.of("");

    private final MemoryStore store = new MemoryStore();
    private final SessionRef session = KeptSession.in(store);

    @Test
    void notes_are_packed_as_the_configuration_says() throws IOException {
        assertEquals(Optional.empty(), block(Map.of(), NO_EDITS));
        Path shared = Files.writeString(user.resolve("all.md"), "for all");
        Map<String, String> file = Map.of("THROUGHLINE_TODO", shared.toString());
        assertEquals(
                Optional.of("<throughline_state>\n<todo>for all</todo>\n</throughline_state>"), block(file, NO_EDITS));
        store.notes().write(session, Note.TODO, "own todo");
        assertEquals(
                Optional.of("<throughline_state>\n<todo>own todo</todo>\n</throughline_state>"), block(file, NO_EDITS));
        assertEquals(
                Optional.of("<throughline_state>\n<todo>own\n[… cut at 3 characters]</todo>\n</throughline_state>"),
                block(Map.of("THROUGHLINE_TODO_MAX_CHARS", "3"), NO_EDITS));
        assertEquals(Optional.empty(), block(Map.of("THROUGHLINE_TODO", "off"), NO_EDITS));
    }

    @Test
    void what_edits_removed_comes_back_when_it_is_spoken_of() {
        String block = block(Map.of(), CLEARED).orElse("");
        assertTrue(block.contains("tool=\"Bash\">\ntests failed tests failed"), block);
        Recollection frugal = new Recollection(store, config(Map.of()).state(), /* isEager= */ false);
        assertEquals(Optional.empty(), frugal.block(session, "which tests failed?", CLEARED), "a stub is enough");
    }

    private Optional<String> block(Map<String, String> variables, EditLog log) {
        return new Recollection(store, config(variables).state(), /* isEager= */ true)
                .block(session, "which tests failed?", log);
    }

    private Config config(Map<String, String> variables) {
        return Config.of(Settings.load(new Environment(variables, user, user), Map.of()));
    }
}
