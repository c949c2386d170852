package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.SessionRecall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionRef;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionRecallWiringTest {
    private static final EditLog NO_EDITS = new EditLog();
    private static final EditLog CLEARED =
            new EditLog().with(List.of(new Edit.Reword(Entry.ROOT, Edit.RewordKind.CLEAR, Hash.of("stub"), 1)));

    private static final EditLog REPLACED =
            new EditLog().with(List.of(new Edit.Replace(Entry.ROOT, Entry.ROOT, Hash.of("digest"), 1)));

    private static final EditLog DROPPED = new EditLog()
            .with(List.of(new Edit.Replace(Entry.ROOT, Entry.ROOT, Hash.of("digest"), 1, /* isDrop= */ true)));

    @TempDir
    private Path user = Path.of("");

    private final MemoryStore store = new MemoryStore();
    private final SessionRef session = SampleSession.in(store);

    @Test
    void notes_are_added_as_configured() throws IOException {
        assertEquals(Optional.empty(), block(Map.of(), NO_EDITS));
        Path shared = Files.writeString(user.resolve("all.md"), "for all");
        Map<String, String> file = Map.of("THROUGHLINE_TODO", shared.toString());
        assertEquals(
                Optional.of("<throughline_state>\n<todo>for all</todo>\n</throughline_state>"), block(file, NO_EDITS));
        store.notes().write(session, NoteKind.TODO, "own todo");
        assertEquals(
                Optional.of("<throughline_state>\n<todo>own todo</todo>\n</throughline_state>"), block(file, NO_EDITS));
        assertEquals(
                Optional.of("<throughline_state>\n<todo>own\n[… cut at 3 characters]</todo>\n</throughline_state>"),
                block(Map.of("THROUGHLINE_TODO_MAX_CHARS", "3"), NO_EDITS));
        assertEquals(Optional.empty(), block(Map.of("THROUGHLINE_TODO", "off"), NO_EDITS));
    }

    @Test
    void removed_text_is_added_again_if_a_message_mentions_it() {
        String block = block(Map.of("THROUGHLINE_POLICY", "trim"), kept()).orElse("");
        assertTrue(block.contains("tool=\"Bash\">\ntests failed tests failed"), block);
        assertEquals(Optional.empty(), block(Map.of(), CLEARED), "with auto a placeholder is enough");
    }

    @Test
    void text_that_is_being_removed_is_added_again_too() {
        Hash words = store.entries(session, 0, 100).items().stream()
                .map(ArchivedEntry::entry)
                .filter(Entry.Node.class::isInstance)
                .map(entry -> ((Entry.Node) entry).id())
                .findFirst()
                .orElseThrow();
        Map<String, String> trim = Map.of("THROUGHLINE_POLICY", "trim");
        EditLog planned = CLEARED.with(List.of(new Edit.Replace(words, words, Hash.of("digest"), 1)));
        String question = "did anybody fix the parser?";
        assertFalse(block(trim, CLEARED, List.of(), question).orElse("").contains("fix the parser"));
        assertTrue(block(trim, planned, List.of(), question).orElse("").contains("fix the parser"));
    }

    @Test
    void what_the_model_sees_is_not_added_again() {
        store.notes().write(session, NoteKind.TODO, "own todo");
        String block = block(Map.of(), NO_EDITS).orElse("");
        assertEquals(Optional.empty(), block(Map.of(), NO_EDITS, List.of("from memory\n" + block)));
        store.notes().write(session, NoteKind.TODO, "another todo");
        assertTrue(block(Map.of(), NO_EDITS, List.of(block)).isPresent());
    }

    @Test
    void the_notes_are_shown_once_after_exchanges_were_removed() {
        store.notes().write(session, NoteKind.SUMMARY, "half way");
        assertEquals(Optional.empty(), block(Map.of(), NO_EDITS));
        assertEquals(Optional.empty(), block(Map.of(), DROPPED), "notes are not shown for dropped exchanges");
        String block = block(Map.of(), REPLACED).orElse("");
        assertTrue(block.contains("<anchor>half way</anchor>"), block);
        assertFalse(block(Map.of(), REPLACED, List.of(block)).orElse("").contains("anchor"));
        assertFalse(
                block(Map.of("THROUGHLINE_POLICY", "compact"), REPLACED)
                        .orElse("")
                        .contains("anchor"),
                "there it takes the place of what is gone");
    }

    /** The edits of the session. */
    private EditLog kept() {
        return Transcript.read(after -> store.entries(session, after, 1000)).log();
    }

    private Optional<String> block(Map<String, String> variables, EditLog log) {
        return block(variables, log, List.of());
    }

    private Optional<String> block(Map<String, String> variables, EditLog log, List<String> readable) {
        return block(variables, log, readable, "which tests failed?");
    }

    private Optional<String> block(Map<String, String> variables, EditLog log, List<String> readable, String words) {
        Config config = config(variables);
        TurnHandlerFactory plan = new TurnHandlerFactory(config, store, new Ids(new Random(1)), Clock.systemUTC());
        TurnHandlerFactory.HandlerDependencies dependencies = new TurnHandlerFactory.HandlerDependencies(
                HelperSetup.NONE, new RecallCache(store, Dialects::of), Optional.empty(), LearnedWindows.inMemory());
        SessionRecall recall = plan.recall(new RunSettings(config, new RunRegistry(config.home())), dependencies);
        return recall.block(new SessionState.StateRequest(
                SampleSession.recorded(store, session), words, true, log, readable, List.of(), 60_000, 10_000));
    }

    private Config config(Map<String, String> variables) {
        return Config.load(new Environment(variables, user, user), Map.of());
    }
}
