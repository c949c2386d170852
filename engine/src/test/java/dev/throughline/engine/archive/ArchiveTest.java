package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is lost: every item is in the store exactly and once, whatever the client does and whatever fails. */
final class ArchiveTest {
    private static final String SUMMARY =
            "user: This session is being continued from a previous conversation. Summary: x";

    private final TestArchive fixture = new TestArchive();

    private static Archive.UnknownHistory unknown(boolean mayBeSideRequest) {
        return new Archive.UnknownHistory(mayBeSideRequest, Optional.empty());
    }

    private static ProxyException storeFailure() {
        return new ProxyException(ProxyException.Kind.STORE, "store_full", "The disk is full.");
    }

    @Test
    void every_byte_of_a_request_is_in_the_store_when_it_is_recorded() {
        String body = TestArchive.body(TestArchive.TOOLS, "system: Be brief.", "user: One");
        RecordedTurn recorded = fixture.archive.record(fixture.card, fixture.turn(Purpose.CONVERSATION, body));
        assertEquals(
                List.of(TestArchive.message("system: Be brief."), TestArchive.message("user: One")),
                fixture.pathBytes(recorded.leaf()));
        List<String> sources = fixture.entries(Entry.Source.class).stream()
                .map(source -> source.bytes().utf8())
                .toList();
        assertEquals(
                List.of(
                        TestArchive.message("system: Be brief."),
                        TestArchive.message("user: One"),
                        TestArchive.TOOLS.substring(10, TestArchive.TOOLS.length() - 1),
                        "{\"model\":\"m\",\"tools\":[],\"messages\":[]}"),
                sources);
    }

    @Test
    void only_what_is_new_is_stored() {
        fixture.answer(fixture.record("user: One"), "First.");
        int before = fixture.entries().size();
        RecordedTurn second = fixture.record("user: One", "assistant: First.", "user: Two");
        List<Entry> added = fixture.entries().subList(before, fixture.entries().size());
        assertEquals(
                List.of("Source", "Node", "TurnOpened"),
                added.stream().map(entry -> entry.getClass().getSimpleName()).toList(),
                "the frame is the same as before");
        assertEquals(Set.of(second.leaf()), second.fresh());
        assertEquals(1, second.freshElements());
    }

    @Test
    void a_reply_and_its_echo_are_the_same_node() {
        fixture.answer(fixture.record("user: One"), "First.");
        RecordedTurn second = fixture.record("user: One", "assistant: First.");
        assertEquals(TestArchive.node("user: One", "assistant: First."), second.leaf());
        assertEquals(Set.of(), second.fresh());
        assertEquals(List.of(), fixture.transcript().branches());
    }

    @Test
    void a_rewind_is_a_branch_and_the_old_path_stays() {
        fixture.answer(fixture.record("user: One"), "First.");
        RecordedTurn old = fixture.record("user: One", "assistant: First.", "user: Two");
        RecordedTurn branch = fixture.record("user: One", "assistant: First.", "user: Other");
        assertNotEquals(old.leaf(), branch.leaf());
        assertEquals(
                TestArchive.message("user: Two"), fixture.pathBytes(old.leaf()).getLast());
        assertEquals(
                TestArchive.message("user: Other"),
                fixture.pathBytes(branch.leaf()).getLast());
        RecordedTurn back = fixture.record("user: One", "assistant: First.", "user: Two");
        assertEquals(old.leaf(), back.leaf());
        assertEquals(Set.of(), back.fresh(), "the first branch is found again");
    }

    @Test
    void a_compaction_by_the_client_is_linked_to_the_history_that_it_replaces() {
        fixture.answer(fixture.record("user: One"), "First.");
        Hash old = TestArchive.node("user: One", "assistant: First.");
        RecordedTurn compacted = fixture.record(SUMMARY, "user: Two");
        assertEquals(
                List.of(new Entry.Link(
                        compacted.leaf(),
                        old,
                        Entry.Link.Reason.CLIENT_COMPACTION,
                        compacted.turn().id())),
                fixture.entries(Entry.Link.class));
        assertEquals(
                List.of(TestArchive.message("user: One"), TestArchive.message("assistant: First.")),
                fixture.pathBytes(old),
                "the replaced history is still there");
        fixture.record(SUMMARY, "user: Two", "user: Three");
        assertEquals(1, fixture.entries(Entry.Link.class).size(), "it is linked once");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_restart_between_two_turns_changes_nothing(boolean isRestarted) {
        fixture.answer(fixture.record("user: One"), "First.");
        if (isRestarted) {
            fixture.restart();
        }
        RecordedTurn second = fixture.record("user: One", "assistant: First.", "user: Two");
        assertEquals(Set.of(second.leaf()), second.fresh());
        assertEquals(3, second.path().size());
        assertEquals(
                2,
                fixture.entries(Entry.TurnOpened.class).getLast().fresh()
                        + fixture.entries(Entry.TurnOpened.class).getFirst().fresh());
    }

    @Test
    void an_item_in_another_form_is_the_same_item() {
        RecordedTurn first = fixture.record("user: One");
        RecordedTurn again = fixture.archive.record(
                fixture.card,
                fixture.turn(
                        Purpose.CONVERSATION,
                        "{\"model\":\"m\",\"messages\":[{ \"content\" : \"One\", \"role\" : \"user\" }]}"));
        assertEquals(first.leaf(), again.leaf());
        assertEquals(Set.of(), again.fresh());
        assertEquals(List.of(TestArchive.message("user: One")), fixture.pathBytes(again.leaf()), "as first received");
    }

    @Test
    void a_history_that_does_not_fit_is_a_branch_of_a_session_with_a_key_of_its_own() {
        fixture.record("user: One");
        RecordedTurn other = fixture.archive.record(
                fixture.card, fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: Other")), unknown(true));
        assertEquals(fixture.card.ref(), other.card().ref());
        assertEquals(Purpose.CONVERSATION, other.turn().purpose());
    }

    @Test
    void a_history_that_does_not_fit_goes_to_a_child_if_conversations_share_the_key() {
        fixture.record("user: One");
        int before = fixture.entries().size();
        SessionCard child = fixture.open("child");
        RecordedTurn other = fixture.archive.record(
                fixture.card,
                fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: Other")),
                new Archive.UnknownHistory(
                        /* mayBeSideRequest= */ false, Optional.of(() -> {
                            assertEquals(0, fixture.watched.heldLeases.get(), "the parent's lease is free");
                            return child;
                        })));
        assertEquals(child.ref(), other.card().ref());
        assertEquals(before, fixture.entries().size(), "nothing was written to the parent");
    }

    @Test
    void a_request_without_tools_that_does_not_fit_is_a_side_request_of_a_session_with_tools() {
        fixture.archive.record(
                fixture.card, fixture.turn(Purpose.CONVERSATION, TestArchive.body(TestArchive.TOOLS, "user: One")));
        RecordedTurn side = fixture.archive.record(
                fixture.card, fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: Title?")), unknown(true));
        assertEquals(Purpose.SIDE_REQUEST, side.turn().purpose());
        assertEquals(List.of(), side.path());
        RecordedTurn branch = fixture.archive.record(
                fixture.card, fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: Other")), unknown(false));
        assertEquals(Purpose.CONVERSATION, branch.turn().purpose(), "an SDK program has no side requests");
    }

    @Test
    void the_first_request_with_tools_is_the_conversation_whatever_came_before() {
        fixture.record("user: Title?");
        SessionCard child = fixture.open("child");
        RecordedTurn first = fixture.archive.record(
                fixture.card,
                fixture.turn(Purpose.CONVERSATION, TestArchive.body(TestArchive.TOOLS, "user: One")),
                new Archive.UnknownHistory(/* mayBeSideRequest= */ true, Optional.of(() -> child)));
        assertEquals(fixture.card.ref(), first.card().ref());
        assertEquals(Purpose.CONVERSATION, first.turn().purpose());
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"SIDE_REQUEST", "PREWARM", "COMPACTION", "OPAQUE"})
    void a_side_request_is_archived_and_does_not_move_the_conversation(Purpose purpose) {
        RecordedTurn conversation = fixture.record("user: One", "assistant: First.");
        String body = TestArchive.body("", "user: One", "assistant: First.", "user: By the way");
        RecordedTurn side = fixture.archive.record(fixture.card, fixture.turn(purpose, body));
        assertEquals(3, fixture.pathBytes(side.leaf()).size());
        boolean hasPath = purpose == Purpose.SIDE_REQUEST || purpose == Purpose.PREWARM;
        assertEquals(hasPath ? 3 : 0, side.path().size(), "where edits of the conversation apply");
        fixture.answer(side, "Sunny.");
        RecordedTurn next = fixture.record("user: One", "assistant: First.", "user: Two");
        assertEquals(conversation.path(), next.path().subList(0, 2));
        assertEquals(
                Hash.node(conversation.leaf(), TestArchive.item("user: Two").id()), next.leaf());
    }

    @Test
    void the_known_prefix_is_what_earlier_requests_had() {
        assertEquals(0, fixture.record("user: One").prefixTokens());
        RecordedTurn second = fixture.record("user: One", "user: Two");
        int bytes = TestArchive.message("user: One").length();
        assertEquals(TestArchive.WIRE.profile().tokens(bytes), second.prefixTokens());
    }

    @Test
    void a_turn_without_a_reply_is_closed_with_status_0() {
        RecordedTurn recorded = fixture.record("user: One");
        Reply nothing = new Reply(
                Reply.Ending.CUT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty());
        fixture.archive.close(recorded, TestArchive.closing(0, nothing, Optional.empty()));
        Entry.TurnClosed closed = fixture.entries(Entry.TurnClosed.class).getFirst();
        assertEquals(0, closed.status());
        assertEquals(recorded.leaf(), closed.leaf());
        assertEquals(recorded.turn().id(), closed.id());
    }

    @Test
    void two_requests_of_one_session_may_be_in_progress_at_once() {
        RecordedTurn one = fixture.record("user: One");
        RecordedTurn two = fixture.record("user: One", "user: Two");
        fixture.answer(two, "Second.");
        fixture.answer(one, "First.");
        assertEquals(
                List.of(two.turn().id(), one.turn().id()),
                fixture.entries(Entry.TurnClosed.class).stream()
                        .map(Entry.TurnClosed::id)
                        .toList());
        assertEquals(
                TestArchive.message("assistant: First."),
                fixture.pathBytes(TestArchive.node("user: One", "assistant: First."))
                        .getLast());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "append", "entries"})
    void a_store_that_fails_leaves_the_session_as_it_was_and_no_lease(String method) {
        fixture.answer(fixture.record("user: One"), "First.");
        fixture.restart();
        List<Entry> before = fixture.entries();
        ProxyException failure = storeFailure();
        fixture.watched.fail(method, failure);
        assertSame(failure, assertThrows(ProxyException.class, () -> fixture.record("user: One", "user: Two")));
        assertEquals(0, fixture.watched.heldLeases.get());
        assertEquals(before, fixture.entries());
        fixture.watched.before = _ -> {};
        RecordedTurn again = fixture.record("user: One", "user: Two");
        assertEquals(2, fixture.pathBytes(again.leaf()).size(), "the same request is archived completely");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_could_not_be_written_is_not_taken_as_known(boolean isOnlyNotDurable) {
        CompletableFuture<Void> failed = CompletableFuture.failedFuture(storeFailure());
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        fixture.record("user: One");
        fixture.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), isOnlyNotDurable ? done : failed, failed);
        int reads = reads(() -> fixture.record("user: One", "user: Two"));
        assertEquals(0, reads, "the session is in memory");
        fixture.watched.receipts = receipt -> receipt;
        assertEquals(1, reads(() -> fixture.record("user: One", "user: Two")), "it is read from the store again");
    }

    private int reads(Runnable work) {
        int[] reads = {0};
        fixture.watched.before = method -> reads[0] += method.equals("entries") ? 1 : 0;
        work.run();
        fixture.watched.before = _ -> {};
        return reads[0];
    }

    @Test
    void no_lease_is_held_when_a_method_returns_and_none_waits_for_the_disk() {
        fixture.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), new WatchedStore.Never(), new WatchedStore.Never());
        RecordedTurn recorded = fixture.record("user: One");
        assertEquals(0, fixture.watched.heldLeases.get());
        fixture.archive.underLease(recorded, session -> {
            assertEquals(1, fixture.watched.heldLeases.get());
            session.append(List.of(TestArchive.reword(recorded.leaf(), "gone", Trigger.WARM)));
            return session.edits();
        });
        fixture.answer(recorded, "First.");
        assertEquals(0, fixture.watched.heldLeases.get());
        assertEquals(3, fixture.watched.leases.get(), "record, decide, close");
    }

    @Test
    void a_decision_is_in_the_store_with_its_text_and_is_in_force_after_a_restart() {
        RecordedTurn recorded = fixture.record("user: One");
        var decision = TestArchive.reword(recorded.leaf(), "gone", Trigger.WARM);
        fixture.archive.underLease(recorded, session -> {
            session.append(List.of(decision));
            return true;
        });
        Entry.Edited edited = fixture.entries(Entry.Edited.class).getFirst();
        assertEquals(decision.edits(), edited.edits());
        assertEquals(
                "gone",
                fixture.archive
                        .source(fixture.card.ref(), Hash.of("gone"))
                        .orElseThrow()
                        .utf8());
        fixture.restart();
        assertEquals(true, fixture.archive.underLease(recorded, session -> isReworded(session, recorded)));
    }

    private static boolean isReworded(LeasedSession session, RecordedTurn turn) {
        return session.edits().reword(turn.leaf()).isPresent();
    }

    @Test
    void a_dry_run_knows_the_request_and_writes_nothing() {
        fixture.answer(fixture.record("user: One"), "First.");
        List<Entry> before = fixture.entries();
        Turn turn =
                fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: One", "assistant: First.", "user: Two"));
        LeasedSession run = fixture.archive.dryRun(fixture.card, turn).orElseThrow();
        assertEquals(
                TestArchive.node("user: One", "assistant: First.", "user: Two"),
                run.recorded().leaf());
        assertEquals(3, run.recorded().path().size());
        run.append(List.of(TestArchive.reword(run.recorded().leaf(), "gone", Trigger.WARM)));
        assertEquals(true, isReworded(run, run.recorded()));
        assertEquals(before, fixture.entries());
        RecordedTurn real = fixture.archive.record(fixture.card, turn);
        assertEquals(false, fixture.archive.underLease(real, session -> isReworded(session, real)));
        assertEquals(Set.of(real.leaf()), real.fresh(), "the session did not learn it from the dry run");
    }

    @Test
    void a_dry_run_of_a_history_that_does_not_fit_is_empty() {
        Turn turn = fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: Other"));
        assertEquals(Optional.empty(), fixture.archive.dryRun(fixture.card, turn), "the session has no conversation");
        fixture.record("user: One");
        assertEquals(Optional.empty(), fixture.archive.dryRun(fixture.card, turn));
    }

    @Test
    void conversations_are_found_by_their_items_and_side_requests_are_not() {
        RecordedTurn recorded = fixture.record("user: One");
        fixture.answer(recorded, "First.");
        fixture.archive.record(
                fixture.open("other"), fixture.turn(Purpose.SIDE_REQUEST, TestArchive.body("", "user: Title?")));
        RecentItems recent = fixture.archive.recentItems();
        var tenant = fixture.card.ref().tenant();
        assertEquals(
                Optional.of(fixture.card.ref()),
                recent.sessionOf(tenant, List.of(TestArchive.item("user: One").id())));
        assertEquals(Optional.of(fixture.card.ref()), recent.sessionOf(tenant, "response-assistant: First."));
        assertEquals(
                Optional.empty(),
                recent.sessionOf(
                        tenant, List.of(TestArchive.item("user: Title?").id())));
    }
}
