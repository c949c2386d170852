package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.WatchedStore;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TurnRecordTest {
    private final TurnFixture fixture = new TurnFixture();
    private final TurnRecord record =
            new TurnRecord(archive(), turn -> turn.turn().at());

    private Archive archive() {
        return fixture.handler().services.archive();
    }

    private RecordedTurn open() {
        TurnReader.ReadRequest reading = new TurnReader(
                        fixture.handler(), fixture.inbound(ChatReplies.request(ChatReplies.user("One"))))
                .read()
                .orElseThrow();
        RecordedTurn turn = reading.record(reading.open(0));
        record.open(turn);
        return turn;
    }

    private boolean close() {
        return record.close(200, TurnRecord.NO_REPLY, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private void receiptsAreNeverWritten() {
        fixture.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), new WatchedStore.Never(), receipt.durable());
    }

    @Test
    void a_turn_that_was_not_recorded_has_nothing_to_close() {
        assertTrue(record.confirm());
        assertTrue(close());
        record.closeUnanswered();
        assertEquals(Optional.empty(), record.opened());
        assertEquals(List.of(), fixture.entries());
    }

    @Test
    void a_turn_is_closed_once() {
        RecordedTurn turn = open();
        assertTrue(record.confirm());
        assertTrue(close());
        record.closeUnanswered();
        assertEquals(1, fixture.closings().size());
        assertEquals(turn.turn().id(), fixture.closings().getFirst().id());
        assertEquals(200, fixture.closings().getFirst().status());
    }

    @Test
    void a_turn_without_a_reply_is_closed_with_status_0_and_once() {
        open();
        record.closeUnanswered();
        record.closeUnanswered();
        assertEquals(1, fixture.closings().size());
        Entry.TurnClosed closed = fixture.closings().getFirst();
        assertEquals(0, closed.status());
        assertEquals(Reply.Ending.CUT, closed.ending());
        assertEquals(TurnFixture.NOON, closed.at());
    }

    @Test
    void a_turn_that_did_not_reach_the_disk_is_not_persisted_and_not_closed_with_its_reply() {
        receiptsAreNeverWritten();
        RecordedTurn turn = open();
        assertEquals(Optional.of(turn), record.persisted(), "as long as nothing else is known");
        assertFalse(record.confirm());
        assertEquals(Optional.empty(), record.persisted());
        assertEquals(Optional.of(turn), record.opened());
        assertTrue(close(), "nothing that was recorded is lost");
        assertEquals(List.of(), fixture.closings());
    }

    @Test
    void a_reply_that_did_not_reach_the_disk_is_reported() {
        open();
        assertTrue(record.confirm());
        receiptsAreNeverWritten();
        assertFalse(close());
    }

    @Test
    void a_store_that_fails_at_the_end_leaves_the_turn_open_for_another_attempt() {
        open();
        fixture.watched.fail("append", new ProxyException(ProxyException.Kind.STORE, "store_full", "full"));
        assertThrows(ProxyException.class, this::close);
        fixture.watched.before = _ -> {};
        record.closeUnanswered();
        assertEquals(0, fixture.closings().getFirst().status());
    }

    @Test
    void what_was_sent_and_the_hidden_calls_are_closed_with_the_turn() {
        RecordedTurn turn = open();
        Entry.Sent sent = new Entry.Sent(5, 7, Usage.NONE);
        record.close(
                200, TurnRecord.NO_REPLY, Optional.empty(), Optional.of(sent), Optional.of(Bytes.of("hidden calls")));
        assertEquals(Optional.of(sent), fixture.closings().getFirst().sent());
        Edit edit = fixture.entries(Entry.Edited.class).getLast().edits().getFirst();
        assertEquals(turn.leaf(), ((Edit.Insert) edit).after());
        assertEquals(
                Optional.of("hidden calls"),
                archive().source(turn.card().ref(), ((Edit.Insert) edit).text()).map(Bytes::utf8));
    }
}
