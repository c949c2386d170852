package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Reply;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class LiveSessionTest {
    private final LiveSession session = new LiveSession();

    @Test
    void an_element_of_the_newest_path_is_known_by_its_bytes_and_place() {
        session.replacePath(0, List.of(step("{\"a\":1}")));
        assertTrue(session.isOnPath(0, Fingerprint.of(Bytes.of("{\"a\":1}"))));
        assertFalse(session.isOnPath(0, Fingerprint.of(Bytes.of("{\"a\":2}"))));
        assertFalse(session.isOnPath(1, Fingerprint.of(Bytes.of("{\"a\":1}"))), "there is no second step");
    }

    @Test
    void a_branch_leaves_the_path_where_it_differs() {
        session.replacePath(0, List.of(step("a"), step("b"), step("c")));
        session.replacePath(1, List.of(step("x")));
        assertEquals(List.of(step("a"), step("x")), session.path());
    }

    @Test
    void a_copy_does_not_follow_the_session() {
        session.replacePath(0, List.of(step("a")));
        session.accept(new ArchivedEntry(1, Entry.Source.of(Bytes.of("source"))));
        session.setParsed(() -> 1);
        LiveSession copy = session.copy();
        session.replacePath(0, List.of(step("b")));
        session.accept(new ArchivedEntry(2, Entry.Source.of(Bytes.of("other"))));
        assertEquals(List.of(step("a")), copy.path());
        assertEquals(1, copy.sequence());
        assertEquals(Optional.empty(), copy.parsed(), "a parsed request is guarded by the lease");
        assertTrue(copy.hasSource(Bytes.of("source").hash()));
        assertFalse(copy.hasSource(Bytes.of("other").hash()));
    }

    private void accept(Entry entry) {
        session.accept(new ArchivedEntry(session.sequence() + 1, entry));
    }

    private static TurnId id(int number) {
        return new TurnId(new UUID(0, number));
    }

    private static Entry.TurnOpened opened(int number, Purpose purpose) {
        return new Entry.TurnOpened(
                id(number),
                Instant.EPOCH,
                purpose,
                ChatDialect.NAME,
                "m",
                "test",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                Hash.of("request " + number),
                1,
                1,
                10);
    }

    private static Entry.TurnClosed closed(int number, String response) {
        return new Entry.TurnClosed(
                id(number),
                Instant.EPOCH,
                200,
                Reply.Ending.COMPLETE,
                Hash.of("reply " + number),
                Optional.of(response),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    @Test
    void the_leaf_is_the_end_of_the_newest_conversation_turn() {
        assertFalse(session.hasConversation());
        accept(opened(1, Purpose.CONVERSATION));
        assertTrue(session.hasConversation());
        assertEquals(Hash.of("request 1"), session.leaf());
        accept(closed(1, "r1"));
        assertEquals(Hash.of("reply 1"), session.leaf());
        accept(opened(2, Purpose.SIDE_REQUEST));
        accept(closed(2, "r2"));
        assertEquals(Hash.of("reply 1"), session.leaf(), "a side request does not move it");
        accept(closed(1, "r1 again"));
        assertEquals(Hash.of("reply 1"), session.leaf(), "a turn ends once");
    }

    @Test
    void a_reply_is_found_by_its_id_whatever_it_was_for() {
        accept(opened(2, Purpose.SIDE_REQUEST));
        accept(closed(2, "r2"));
        assertEquals(Optional.of(Hash.of("reply 2")), session.leafOf("r2"));
        assertEquals(Optional.empty(), session.leafOf("r3"));
    }

    @Test
    void replies_and_turns_in_progress_are_limited_and_the_oldest_goes_first() {
        for (int i = 0; i < 2_000; i++) {
            accept(opened(i, Purpose.CONVERSATION));
        }
        accept(closed(0, "r0"));
        assertEquals(Hash.of("request 1999"), session.leaf(), "turn 0 was forgotten");
        accept(closed(1_000, "r1000"));
        assertEquals(Hash.of("reply 1000"), session.leaf());
        for (int i = 1; i <= 1_024; i++) {
            accept(closed(i, "later " + i));
        }
        assertEquals(Optional.empty(), session.leafOf("r0"));
        assertEquals(Optional.of(Hash.of("reply 1")), session.leafOf("later 1"));
    }

    @Test
    void a_session_has_tools_once_a_request_had_some() {
        accept(new Entry.Head(Hash.of("none"), List.of(Hash.of("system")), List.of()));
        assertFalse(session.hasTools());
        accept(new Entry.Head(Hash.of("some"), List.of(), List.of(Hash.of("tool"))));
        assertTrue(session.hasTools());
        assertTrue(session.hasHead(Hash.of("none")));
        assertFalse(session.hasHead(Hash.of("other")));
    }

    @Test
    void the_hash_of_a_part_is_remembered_by_its_fingerprint() {
        Bytes tool = Bytes.of("{\"name\":\"Bash\"}");
        assertEquals(tool.hash(), session.partHash(Fingerprint.of(tool), tool));
        assertEquals(tool.hash(), session.partHash(Fingerprint.of(tool), Bytes.of("not read again")));
        for (int i = 0; i < 5_000; i++) {
            Bytes other = Bytes.of("tool " + i);
            session.partHash(Fingerprint.of(other), other);
        }
        assertTrue(session.bytes() < 200 * 4_200, "their number is limited");
        assertEquals(tool.hash(), session.partHash(Fingerprint.of(tool), tool));
    }

    @Test
    void memory_grows_with_what_is_known_and_parsed() {
        long empty = session.bytes();
        accept(Entry.Source.of(Bytes.of("source")));
        assertEquals(empty + 200, session.bytes());
        session.setParsed(() -> 5_000);
        assertEquals(empty + 5_200, session.bytes());
    }

    @Test
    void edits_are_in_force_when_they_are_accepted() {
        Decision decision = TestArchive.reword(Hash.of("node"), "gone", DecisionReason.Trigger.WARM);
        accept(new Entry.Edited(id(1), Instant.EPOCH, decision.edits(), decision.reason()));
        assertTrue(session.edits().reword(Hash.of("node")).isPresent());
        LiveSession copy = session.copy();
        accept(new Entry.Edited(id(2), Instant.EPOCH, List.of(new Edit.Restore(Hash.of("node"))), decision.reason()));
        assertTrue(copy.edits().reword(Hash.of("node")).isPresent(), "a copy does not follow");
        assertFalse(session.edits().reword(Hash.of("node")).isPresent());
    }

    @Test
    void edits_that_failed_to_become_durable_stay_pending() {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        Receipt failed = new Receipt(1, done, CompletableFuture.failedFuture(new IllegalStateException("on purpose")));
        session.setPendingEdits(failed);
        assertEquals(Optional.of(failed), session.pendingEdits());
        session.setPendingEdits(new Receipt(2, done, done));
        assertEquals(Optional.empty(), session.pendingEdits());
    }

    private static RecordedTurn.Step step(String bytes) {
        return new RecordedTurn.Step(Fingerprint.of(Bytes.of(bytes)), Hash.of(bytes), 1, /* hasNonSystemItem= */ true);
    }

    @Test
    void the_item_of_the_last_node_of_a_command_is_a_command() {
        accept(node(1, "request 1"));
        accept(node(2, "request 2"));
        accept(opened(2, Purpose.COMMAND));
        assertTrue(session.isCommand(Hash.of("item 2")));
        assertFalse(session.isCommand(Hash.of("item 1")));
        accept(node(3, "request 3"));
        accept(opened(3, Purpose.CONVERSATION));
        accept(opened(2, Purpose.COMMAND));
        assertFalse(session.isCommand(Hash.of("item 3")), "a command that is repeated marks nothing else");
    }

    @Test
    void the_answer_to_a_command_is_no_part_of_the_conversation() {
        accept(node(1, "request 1"));
        accept(opened(1, Purpose.COMMAND));
        accept(node(2, "reply 1"));
        accept(closed(1, "r1"));
        assertTrue(session.isCommandAnswer(Hash.of("item 2")));
        assertFalse(session.isCommandAnswer(Hash.of("item 1")));
        assertFalse(session.hasConversation());
    }

    @Test
    void an_answer_that_was_withheld_is_found_by_the_node_before_it() {
        accept(new Entry.Link(Hash.of("a"), Hash.of("b"), Entry.Link.Reason.CLIENT_COMPACTION, id(1)));
        accept(new Entry.Link(Hash.of("c"), Hash.of("d"), Entry.Link.Reason.WITHHELD, id(1)));
        assertEquals(Map.of(Hash.of("c"), Hash.of("d")), session.withheld());
    }

    @Test
    void the_last_item_before_a_reset_is_remembered() {
        assertEquals(Optional.empty(), session.beforeReset());
        accept(new Entry.Link(Hash.of("a"), Hash.of("b"), Entry.Link.Reason.RESET, id(1)));
        assertEquals(Optional.of(Hash.of("b")), session.beforeReset());
        assertEquals(Map.of(), session.withheld());
    }

    private static Entry.Node node(int number, String id) {
        return new Entry.Node(
                Hash.of(id),
                Entry.ROOT,
                Hash.of("item " + number),
                ItemKind.USER,
                "user",
                Optional.empty(),
                Optional.empty(),
                Hash.of("source"),
                new Span(0, 1),
                1,
                id(number),
                Instant.EPOCH);
    }

    @Test
    void an_imported_turn_moves_the_end_of_the_conversation_and_costs_nothing() {
        SessionProgress before = session.progress();
        accept(opened(7, Purpose.IMPORTED));
        assertEquals(Hash.of("request 7"), session.leaf());
        accept(closed(7, "r7"));
        assertEquals(Hash.of("reply 7"), session.leaf());
        assertTrue(session.hasConversation());
        assertEquals(before, session.progress());
        assertEquals(session.leaf(), session.copy().leaf());
    }
}
