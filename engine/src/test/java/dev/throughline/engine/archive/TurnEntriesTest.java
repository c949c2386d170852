package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TurnEntriesTest {
    private final TestArchive fixture = new TestArchive();
    private final RecordedTurn recorded = fixture.record("user: One");
    private final LiveSession session = new LiveSession();

    private List<Entry> closing(Reply reply, Optional<Decision> inserted) {
        return TurnEntries.ofClosing(session, recorded, TestArchive.closing(200, reply, inserted));
    }

    private Entry.TurnClosed closed(Hash leaf, Reply reply, List<Hash> unread) {
        return new Entry.TurnClosed(
                recorded.turn().id(),
                TestArchive.NOON,
                200,
                reply.ending(),
                leaf,
                reply.responseId(),
                reply.stopReason(),
                reply.usage(),
                unread,
                Optional.empty());
    }

    @Test
    void a_reply_is_stored_exactly_before_the_entry_that_ends_the_turn() {
        Reply reply = TestArchive.reply("assistant: First.");
        List<Entry> entries = closing(reply, Optional.empty());
        Hash leaf = TestArchive.node("user: One", "assistant: First.");
        assertEquals(3, entries.size());
        assertEquals(Entry.Source.of(Bytes.of(TestArchive.message("assistant: First."))), entries.get(0));
        Entry.Node node = (Entry.Node) entries.get(1);
        assertEquals(List.of(leaf, recorded.leaf()), List.of(node.id(), node.parent()));
        assertEquals(closed(leaf, reply, List.of()), entries.get(2));
    }

    @Test
    void several_elements_of_a_reply_follow_each_other() {
        List<Entry> entries = closing(TestArchive.reply("assistant: First.", "assistant: Second."), Optional.empty());
        assertEquals(
                TestArchive.node("user: One", "assistant: First.", "assistant: Second."),
                ((Entry.TurnClosed) entries.getLast()).leaf());
    }

    @Test
    void sources_and_nodes_that_the_session_has_are_not_stored_again() {
        List<Entry> first = closing(TestArchive.reply("assistant: First."), Optional.empty());
        first.forEach(entry -> session.accept(new ArchivedEntry(session.sequence() + 1, entry)));
        List<Entry> again = closing(TestArchive.reply("assistant: First."), Optional.empty());
        assertEquals(List.of(first.getLast()), again);
    }

    @Test
    void unreadable_bytes_of_a_reply_are_stored_exactly_and_once() {
        Bytes unread = Bytes.of("<html>bad gateway</html>");
        Reply reply = new Reply(
                Reply.Ending.FAILED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(unread, unread),
                Optional.of(new Usage(1, 0, 0, 0)));
        assertEquals(
                List.of(Entry.Source.of(unread), closed(recorded.leaf(), reply, List.of(unread.hash(), unread.hash()))),
                closing(reply, Optional.empty()));
    }

    @Test
    void the_calls_that_the_gateway_answered_come_before_the_reply() {
        Decision inserted = TestArchive.reword(recorded.leaf(), "hidden", Trigger.ASKED);
        List<Entry> entries = closing(TestArchive.reply("assistant: First."), Optional.of(inserted));
        assertEquals(
                List.of("Source", "Edited", "Source", "Node", "TurnClosed"),
                entries.stream().map(entry -> entry.getClass().getSimpleName()).toList());
    }

    @Test
    void decisions_are_stored_in_order_with_each_text_once() {
        Decision one = TestArchive.reword(recorded.leaf(), "gone", Trigger.WARM);
        Decision two = TestArchive.reword(Hash.of("other"), "gone", Trigger.HARD);
        Turn turn = recorded.turn();
        assertEquals(
                List.of(
                        Entry.Source.of(Bytes.of("gone")),
                        new Entry.Edited(turn.id(), turn.at(), one.edits(), one.reason()),
                        new Entry.Edited(turn.id(), turn.at(), two.edits(), two.reason())),
                TurnEntries.ofDecisions(session, turn, List.of(one, two)));
        assertEquals(List.of(), TurnEntries.ofDecisions(session, turn, List.of()));
    }
}
