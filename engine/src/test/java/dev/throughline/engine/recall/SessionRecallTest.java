package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateBlockWriter;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.fragment.StateBlock;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is added to a prompt again: the state block, and the answers of local tools. */
final class SessionRecallTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final LocalTool SEARCH = new LocalTool("memory_search", "Searches.", Bytes.of("{}"));
    private static final Policy TRIM = new Trim(Retention.DEFAULT.newest());
    private static final Policy AUTO = new Auto(AutoSettings.DEFAULT);
    private static final Policy COMPACT = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);

    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(1));
    private final SessionCard card = store.open(
            Tenant.LOCAL,
            new SessionKey("s"),
            () -> new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON));
    private final RecordedTurn recorded = record("{\"role\":\"user\",\"content\":\"the vault opens with hunter2\"},"
            + "{\"role\":\"assistant\",\"content\":\"noted, and the lions sleep\"},"
            + "{\"role\":\"user\",\"content\":\"which code has the vault?\"}");
    private Optional<SessionMemory> memory = Optional.empty();

    private RecordedTurn record(String messages) {
        Bytes body = Bytes.of("{\"model\":\"claude-x\",\"max_tokens\":9,\"messages\":[" + messages + "]}");
        Turn turn = new Turn(
                ids.turn(NOON),
                NOON,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                MessagesDialect.WIRE,
                MessagesDialect.WIRE.decode(body),
                "");
        return new Archive(store, (_, _) -> false, Archive.defaultLiveBytes()).record(card, turn);
    }

    private SessionRecall recall(Policy policy) {
        SessionRecall.RecallSettings settings = new SessionRecall.RecallSettings(
                PolicyRules.always("test", policy),
                SnippetFinder.SnippetLimits.DEFAULT,
                7_000,
                List.of(SEARCH),
                text -> text.replace("hunter2", "[redacted]"));
        StateBlockWriter blocks = new StateBlockWriter(store.notes(), StateBlock.Caps.DEFAULT, text -> text);
        return new SessionRecall(settings, new RecallCache(store, Dialects::of), blocks, memory);
    }

    private Optional<String> block(Policy policy, EditLog log, String... visible) {
        return recall(policy)
                .block(new SessionState.StateRequest(
                        recorded,
                        "which code has the vault?",
                        /* isNewUserText= */ true,
                        log,
                        List.of(visible),
                        List.of(),
                        60_000,
                        10_000));
    }

    private Hash node(int index) {
        return recorded.path().get(index).node();
    }

    /** The first message is cleared. */
    private EditLog cleared() {
        return new EditLog().with(List.of(new Edit.Reword(node(0), Edit.RewordKind.CLEAR, Hash.of("stub"), 1)));
    }

    /** The first two messages are replaced by one. */
    private EditLog replaced() {
        return new EditLog().with(List.of(new Edit.Replace(node(0), node(1), Hash.of("digest"), 1)));
    }

    private LocalTools.ToolAnswer answer(String tool, String arguments, long maxTokens) {
        LocalCall call = new LocalCall("c1", tool, Bytes.of(arguments), Bytes.EMPTY);
        return recall(TRIM).answer(recorded, call, maxTokens);
    }

    @Test
    void nothing_is_added_while_the_model_sees_everything() {
        assertEquals(Optional.empty(), block(TRIM, new EditLog()));
    }

    @Test
    void hidden_content_that_the_message_mentions_is_added_with_secrets_masked() {
        String block = block(TRIM, cleared()).orElseThrow();
        assertTrue(block.contains("the vault opens with [redacted]"), block);
        assertFalse(block.contains("lions"), "what is not hidden is not repeated");
    }

    @Test
    void under_auto_only_whole_exchanges_come_back() {
        assertEquals(Optional.empty(), block(AUTO, cleared()));
        assertTrue(block(AUTO, replaced()).orElseThrow().contains("the vault opens"));
    }

    @Test
    void handles_are_shown_only_to_a_session_with_the_tool() {
        Transcript transcript = Transcript.read(after -> store.entries(card.ref(), after, 100));
        String handle = transcript.nodes().getFirst().item().handle();
        EditLog withTool = cleared().with(List.of(new Edit.AddTools(List.of("recall"))));
        assertTrue(block(TRIM, withTool).orElseThrow().contains(handle));
        assertFalse(block(TRIM, cleared()).orElseThrow().contains(handle));
    }

    @Test
    void notes_are_shown_once_when_exchanges_are_gone_and_not_under_compact() {
        store.notes().write(card.ref(), NoteKind.SUMMARY, "half way");
        assertEquals(Optional.empty(), block(TRIM, new EditLog()));
        String first = block(TRIM, replaced()).orElseThrow();
        assertTrue(first.contains("<anchor>half way</anchor>"), first);
        assertFalse(block(TRIM, replaced(), first).orElse("").contains("half way"));
        assertFalse(block(COMPACT, replaced()).orElse("").contains("half way"));
    }

    @Test
    void the_same_state_is_not_added_again() {
        store.notes().write(card.ref(), NoteKind.TODO, "mend the roof");
        String block = block(TRIM, new EditLog()).orElseThrow();
        assertEquals(Optional.empty(), block(TRIM, new EditLog(), block));
        assertEquals(Optional.empty(), block(TRIM, new EditLog(), "from memory\n" + block));
        store.notes().write(card.ref(), NoteKind.TODO, "paint the roof");
        assertTrue(block(TRIM, new EditLog(), block).orElseThrow().contains("paint the roof"));
    }

    @Test
    void memory_comes_before_the_state_of_the_session() {
        memory = Optional.of(new KnownMemory());
        store.notes().write(card.ref(), NoteKind.TODO, "mend the roof");
        String block = block(TRIM, new EditLog()).orElseThrow();
        assertTrue(block.startsWith("<memory>"), block);
        assertTrue(block.indexOf("</memory>\n<throughline_state>") > 0, block);
    }

    @Test
    void tools_are_recall_and_those_of_memory() {
        assertEquals(List.of("recall", "memory_search"), names(recall(TRIM).known()));
        assertEquals(List.of("recall"), names(recall(TRIM).offeredTo(recorded)), "there is no memory");
        memory = Optional.of(new KnownMemory());
        assertEquals(List.of("recall", "memory_search"), names(recall(TRIM).offeredTo(recorded)));
        assertEquals(7_000, recall(TRIM).minPromptTokens());
    }

    private static List<String> names(List<LocalTool> tools) {
        return tools.stream().map(LocalTool::name).toList();
    }

    @Test
    void notes_are_those_of_memory() {
        assertEquals(Optional.empty(), recall(TRIM).notes(card.ref()));
        memory = Optional.of(new KnownMemory());
        assertEquals(
                Optional.of(new SessionState.Notes("notes", Hash.of("last"))),
                recall(TRIM).notes(card.ref()));
    }

    @Test
    void recall_answers_from_the_archive_of_the_session() {
        String answer = answer("recall", "{\"query\":\"lions\"}", 5_000).text();
        assertTrue(answer.contains("noted, and the lions sleep"), answer);
        assertTrue(answer("recall", "{\"query\":\"vault\"}", 5_000).text().contains("[redacted]"));
        assertTrue(answer("recall", "{\"query\":\"vault\",\"secrets\":true}", 5_000)
                .text()
                .contains("hunter2"));
        assertTrue(answer("recall", "{}", 5_000).text().contains("returned 0, remaining 0"), "nothing is hidden");
    }

    @Test
    void an_unknown_tool_is_an_error_for_the_model() {
        LocalTools.ToolAnswer answer = answer("memory_search", "{}", 5_000);
        assertEquals(new LocalTools.ToolAnswer("There is no tool memory_search here.", /* isError= */ true), answer);
    }

    @Test
    void an_answer_of_memory_is_cut_to_what_fits_and_keeps_a_few_lines() {
        memory = Optional.of(new KnownMemory());
        String whole = answer("memory_search", "{}", 50_000).text();
        assertEquals("found it. ".repeat(1_000), whole);
        String cut = answer("memory_search", "{}", 0).text();
        assertTrue(cut.startsWith("found it. ".repeat(99)) && cut.length() < 1_100, cut.length() + " characters");
        assertTrue(cut.endsWith("\n[… cut: there is no room for more; ask for less]"), cut);
    }

    private static final class KnownMemory implements SessionMemory {
        @Override
        public Optional<String> block(SessionState.StateRequest request) {
            return Optional.of("<memory>" + request.userText() + "</memory>");
        }

        @Override
        public Optional<SessionState.Notes> notes(SessionRef session) {
            return Optional.of(new SessionState.Notes("notes", Hash.of("last")));
        }

        @Override
        public List<LocalTool> tools(RecordedTurn recorded) {
            return List.of(SEARCH);
        }

        @Override
        public LocalTools.ToolAnswer answer(SessionRef session, LocalCall call) {
            return new LocalTools.ToolAnswer("found it. ".repeat(1_000), /* isError= */ false);
        }

        @Override
        public PieceFinder finder(SessionRef session, Recall recall) {
            return recall.finder();
        }
    }
}
