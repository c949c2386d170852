package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LeasedSessionTest {
    private final TestArchive fixture = new TestArchive();

    private void keep(RecordedTurn turn) {
        fixture.archive.underLease(turn, session -> {
            session.append(List.of(TestArchive.reword(turn.leaf(), "gone", Trigger.WARM)));
            return true;
        });
    }

    private Optional<Receipt> pending(RecordedTurn turn) {
        return fixture.archive.underLease(turn, LeasedSession::pendingEdits);
    }

    @Test
    void edits_are_pending_until_they_are_on_disk() {
        RecordedTurn turn = fixture.record("user: One");
        assertEquals(Optional.empty(), pending(turn), "there are no edits");
        CompletableFuture<Void> disk = new CompletableFuture<>();
        fixture.watched.receipts = receipt -> new Receipt(receipt.lastSequence(), receipt.written(), disk);
        keep(turn);
        assertEquals(Optional.of(disk), pending(turn).map(Receipt::durable), "also for the next use of the session");
        disk.complete(null);
        assertEquals(Optional.empty(), pending(turn));
    }

    @Test
    void entries_without_edits_make_no_edit_pending() {
        fixture.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), receipt.written(), new CompletableFuture<>());
        RecordedTurn turn = fixture.record("user: One");
        fixture.answer(turn, "First.");
        assertEquals(Optional.empty(), pending(turn));
    }

    @Test
    void edits_that_the_store_refused_are_not_in_force() {
        RecordedTurn turn = fixture.record("user: One");
        fixture.watched.fail("append", new ProxyException(ProxyException.Kind.STORE, "store_full", "full"));
        assertThrows(ProxyException.class, () -> keep(turn));
        fixture.watched.before = _ -> {};
        assertEquals(
                Optional.empty(),
                fixture.archive.underLease(turn, session -> session.edits().reword(turn.leaf())));
        assertEquals(List.of(), fixture.entries(Entry.Edited.class));
    }

    @ParameterizedTest
    @EnumSource
    void only_the_parsed_request_of_a_conversation_is_kept(Purpose purpose) {
        RecordedTurn turn =
                fixture.archive.record(fixture.card, fixture.turn(purpose, TestArchive.body("", "user: One")));
        ParsedHistory parsed = () -> 7;
        fixture.archive.underLease(turn, session -> {
            session.setParsed(parsed);
            return true;
        });
        Optional<ParsedHistory> expected = purpose == Purpose.CONVERSATION ? Optional.of(parsed) : Optional.empty();
        assertEquals(expected, fixture.archive.underLease(turn, LeasedSession::parsed));
        fixture.restart();
        assertEquals(Optional.empty(), fixture.archive.underLease(turn, LeasedSession::parsed));
    }

    @Test
    void a_turn_is_like_the_accepted_one_if_model_and_tools_are_the_same() {
        RecordedTurn first = record(TestArchive.TOOLS);
        assertEquals(false, isLikeAccepted(first), "nothing was accepted yet");
        fixture.answer(first, "First.");
        assertEquals(true, isLikeAccepted(record(TestArchive.TOOLS)));
        assertEquals(false, isLikeAccepted(record("")));
        assertEquals(false, isLikeAccepted(record(TestArchive.TOOLS.replace("Bash", "Read"))));
        assertEquals(false, isLikeAccepted(record(TestArchive.TOOLS + ",\"model\":\"other\"")));
    }

    private RecordedTurn record(String more) {
        return fixture.archive.record(
                fixture.card, fixture.turn(Purpose.CONVERSATION, TestArchive.body(more, "user: One")));
    }

    private Boolean isLikeAccepted(RecordedTurn turn) {
        return fixture.archive.underLease(turn, LeasedSession::isLikeAccepted);
    }

    @Test
    void progress_is_that_of_the_newest_entry_and_the_same_after_a_restart() {
        RecordedTurn turn = fixture.record("user: One");
        fixture.answer(turn, "First.");
        SessionProgress progress = fixture.archive.underLease(turn, LeasedSession::progress);
        assertEquals(1, progress.requests().count());
        assertEquals(Optional.of(turn.turn().id()), progress.accepted().map(Entry.TurnOpened::id));
        fixture.restart();
        assertEquals(progress, fixture.archive.underLease(turn, LeasedSession::progress));
    }
}
