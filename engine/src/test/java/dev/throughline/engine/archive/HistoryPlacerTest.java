package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.HistoryPlacer.HistoryPlacement;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class HistoryPlacerTest {
    private final TestArchive fixture = new TestArchive();
    private final LiveSession session = new LiveSession();

    private HistoryPlacement place(Turn turn, Predicate<Item> isContinuation) {
        return new HistoryPlacer(session, turn, (_, item) -> isContinuation.test(item)).place();
    }

    private HistoryPlacement place(String... messages) {
        return place(fixture.turn(Purpose.CONVERSATION, TestArchive.body("", messages)), _ -> false);
    }

    /** Puts a placement into the session, as the archive does. */
    private HistoryPlacement accepted(HistoryPlacement placement) {
        for (Entry entry : placement.entries()) {
            session.accept(new ArchivedEntry(session.sequence() + 1, entry));
        }
        session.replacePath(placement.sharedSteps(), placement.newSteps());
        return placement;
    }

    private static List<String> types(HistoryPlacement placement) {
        return placement.entries().stream()
                .map(entry -> entry.getClass().getSimpleName())
                .toList();
    }

    @Test
    void the_entries_of_a_first_request_come_in_the_order_in_which_they_refer_to_each_other() {
        Turn turn = fixture.turn(
                Purpose.CONVERSATION, TestArchive.body(TestArchive.TOOLS, "system: Be brief.", "user: One"));
        HistoryPlacement placement = place(turn, _ -> false);
        assertEquals(
                List.of("Source", "Node", "Source", "Node", "Source", "Head", "Source", "TurnOpened"),
                types(placement));
        assertEquals(TestArchive.node("system: Be brief.", "user: One"), placement.leaf());
        assertEquals(0, placement.knownElements());
        assertFalse(placement.isHeadKnown());
        assertFalse(placement.isUnknown(), "the session has no conversation");
        Entry.TurnOpened opened = (Entry.TurnOpened) placement.entries().getLast();
        Entry.Head head = (Entry.Head) placement.entries().get(5);
        assertEquals(
                new Entry.TurnOpened(
                        turn.id(),
                        turn.at(),
                        Purpose.CONVERSATION,
                        turn.wire().dialect(),
                        "m",
                        "test",
                        Optional.empty(),
                        Optional.of(head.id()),
                        ((Entry.Source) placement.entries().get(6)).id(),
                        placement.leaf(),
                        2,
                        2,
                        turn.wire().profile().tokens(turn.request().body().length()),
                        /* userMessages= */ 1),
                opened);
    }

    @Test
    void a_node_names_its_parent_its_item_and_its_exact_bytes() {
        Turn turn = fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: One", "user: Two"));
        HistoryPlacement placement = place(turn, _ -> false);
        Entry.Node second = (Entry.Node) placement.entries().get(3);
        Bytes element = Bytes.of(TestArchive.message("user: Two"));
        Span text = new Span(element.utf8().indexOf("\"Two\""), element.length() - 1);
        assertEquals(
                new Entry.Node(
                        TestArchive.node("user: One", "user: Two"),
                        TestArchive.node("user: One"),
                        TestArchive.item("user: Two").id(),
                        ItemKind.USER,
                        "user",
                        Optional.empty(),
                        Optional.empty(),
                        element.hash(),
                        text,
                        turn.wire().profile().tokens(text.length()),
                        turn.id(),
                        turn.at()),
                second);
    }

    @Test
    void known_elements_are_recognised_and_not_stored_again() {
        accepted(place("user: One", "assistant: First."));
        HistoryPlacement next = place("user: One", "assistant: First.", "user: Two");
        assertEquals(List.of("Source", "Node", "TurnOpened"), types(next));
        assertEquals(2, next.knownElements());
        assertEquals(2, next.sharedSteps());
        assertEquals(1, next.newSteps().size());
        Entry.TurnOpened opened = (Entry.TurnOpened) next.entries().getLast();
        assertEquals(List.of(3, 1), List.of(opened.items(), opened.fresh()));
    }

    @Test
    void a_request_that_is_repeated_adds_only_the_turn() {
        accepted(place("user: One"));
        HistoryPlacement again = place("user: One");
        assertEquals(List.of("TurnOpened"), types(again));
        assertEquals(1, again.knownElements());
    }

    @Test
    void a_rewind_shares_the_steps_before_the_difference() {
        accepted(place("user: One", "assistant: First.", "user: Two"));
        HistoryPlacement rewind = place("user: One", "assistant: First.", "user: Other");
        assertEquals(2, rewind.sharedSteps());
        assertEquals(TestArchive.node("user: One", "assistant: First.", "user: Other"), rewind.leaf());
        HistoryPlacement shorter = place("user: One");
        assertEquals(1, shorter.sharedSteps());
        assertEquals(List.of(), shorter.newSteps());
    }

    @Test
    void an_element_in_another_form_is_known_and_the_path_is_joined_after_it() {
        accepted(place("user: One", "user: Two"));
        Turn turn = fixture.turn(
                Purpose.CONVERSATION,
                "{\"model\":\"m\",\"messages\":[{\"content\":\"One\",\"role\":\"user\"},"
                        + TestArchive.message("user: Two") + "]}");
        HistoryPlacement placement = place(turn, _ -> false);
        assertEquals(TestArchive.node("user: One", "user: Two"), placement.leaf());
        assertEquals(2, placement.knownElements());
        assertEquals(0, placement.sharedSteps(), "the first step has another fingerprint");
        assertTrue(types(placement).stream().noneMatch("Node"::equals));
    }

    @Test
    void the_same_text_twice_is_two_nodes_and_one_source() {
        HistoryPlacement placement = place("user: ok", "user: ok");
        assertEquals(List.of("Source", "Node", "Node", "Source", "TurnOpened"), types(placement));
    }

    @Test
    void a_history_is_unknown_if_it_shares_no_item_with_the_conversation() {
        accepted(place("system: Be brief.", "user: One"));
        assertTrue(place("user: Other").isUnknown());
        assertTrue(place("system: Be brief.", "user: Other").isUnknown(), "a system text proves nothing");
        assertFalse(place("user: Other", "user: One").isUnknown());
        Turn continued = fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: Summary", "user: Other"));
        assertFalse(place(continued, item -> item.equals(firstItem(continued))).isUnknown());
    }

    private static Item firstItem(Turn turn) {
        return turn.wire()
                .itemise(turn.request().body(), turn.request().history().getFirst())
                .getFirst();
    }

    @Test
    void the_system_text_and_the_tools_are_stored_once_and_named_by_their_content() {
        String body = TestArchive.body(TestArchive.TOOLS, "user: One");
        HistoryPlacement first = accepted(place(fixture.turn(Purpose.CONVERSATION, body), _ -> false));
        HistoryPlacement second = place(fixture.turn(Purpose.CONVERSATION, body), _ -> false);
        assertTrue(second.isHeadKnown());
        assertEquals(List.of("TurnOpened"), types(second));
        assertEquals(head(first), head(second));
        String others = body.replace("Bash", "Read");
        HistoryPlacement third = place(fixture.turn(Purpose.CONVERSATION, others), _ -> false);
        assertFalse(third.isHeadKnown());
        assertEquals(List.of("Source", "Head", "TurnOpened"), types(third));
    }

    private static Optional<Hash> head(HistoryPlacement placement) {
        return ((Entry.TurnOpened) placement.entries().getLast()).head();
    }

    @Test
    void a_request_that_names_a_reply_continues_after_that_reply() {
        accepted(place("user: One"));
        Hash leaf = TestArchive.node("user: One", "assistant: First.");
        Entry.TurnOpened opened =
                (Entry.TurnOpened) place("user: One").entries().getLast();
        session.accept(new ArchivedEntry(
                session.sequence() + 1,
                new Entry.TurnClosed(
                        opened.id(),
                        opened.at(),
                        200,
                        Reply.Ending.COMPLETE,
                        leaf,
                        Optional.of("resp_1"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty())));
        Turn next = fixture.turn(
                Purpose.CONVERSATION,
                ResponsesDialect.WIRE,
                "{\"model\":\"m\",\"previous_response_id\":\"resp_1\",\"input\":\"Two\"}");
        HistoryPlacement placement = place(next, _ -> false);
        assertEquals(leaf, ((Entry.Node) placement.entries().get(1)).parent());
        assertFalse(placement.isUnknown(), "the provider stores the rest");
        Turn unknownReply = fixture.turn(
                Purpose.CONVERSATION,
                ResponsesDialect.WIRE,
                "{\"model\":\"m\",\"previous_response_id\":\"resp_9\",\"input\":\"Two\"}");
        assertEquals(
                Entry.ROOT,
                ((Entry.Node) place(unknownReply, _ -> false).entries().get(1)).parent());
    }

    @Test
    void only_a_conversation_that_was_continued_is_linked() {
        accepted(place("user: One"));
        String body = TestArchive.body("", "user: Summary");
        for (Purpose purpose : Purpose.values()) {
            Turn turn = fixture.turn(purpose, body);
            boolean isLinked = types(place(turn, _ -> true)).contains("Link");
            assertEquals(purpose == Purpose.CONVERSATION, isLinked, purpose.word());
        }
        Turn same = fixture.turn(Purpose.CONVERSATION, TestArchive.body("", "user: One"));
        assertFalse(types(place(same, _ -> true)).contains("Link"), "a known item continues nothing");
    }
}
