package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ExchangesTest {
    private static List<PieceRange> ranges(TestConversation conversation) {
        Chain chain = conversation.chain();
        return Exchanges.before(chain, WorkingSet.of(chain.pieces(), new EditLog()), chain.size());
    }

    private static WorkingSet replaced(Chain chain, WorkingSet set, int first, int last) {
        Edit.Replace replace =
                new Edit.Replace(chain.piece(first).node(), chain.piece(last).node(), Hash.of("text"), 5);
        return set.with(List.of(replace));
    }

    private static List<PieceRange> joined(Chain chain, WorkingSet set, PieceRange range) {
        return Exchanges.adjacent(Exchanges.withUserText(chain, set, range)).stream()
                .map(Exchanges::joined)
                .toList();
    }

    @Test
    void a_range_is_a_message_of_the_model_with_all_its_results() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .reasoning("Hm.")
                .call("Read", "a")
                .call("Read", "b")
                .result("a")
                .result("b")
                .assistant("Done.")
                .user("Thanks.");
        assertEquals(List.of(new PieceRange(1, 5), new PieceRange(6, 6)), ranges(conversation));
        assertEquals(List.of(ranges(conversation)), Exchanges.adjacent(ranges(conversation)));
        assertEquals(new PieceRange(1, 6), Exchanges.joined(ranges(conversation)));
    }

    @Test
    void results_with_user_text_and_calls_without_results_stay() {
        assertEquals(
                List.of(),
                ranges(new TestConversation()
                        .user("Go.")
                        .call("Read", "a")
                        .result("a")
                        .with()
                        .user("Wait.")));
        assertEquals(
                List.of(),
                ranges(new TestConversation()
                        .user("Go.")
                        .call("Read", "a")
                        .call("Read", "b")
                        .result("a")));
        assertEquals(List.of(), ranges(new TestConversation().assistant("Hm.").result("late")));
    }

    @Test
    void a_replacement_may_be_replaced_again_unless_it_contains_user_text() {
        Chain chain = new TestConversation()
                .user("Go.")
                .call("Read", "a")
                .result("a")
                .user("More.")
                .call("Read", "b")
                .result("b")
                .chain();
        WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
        set = replaced(chain, set, 1, 2);
        assertEquals(List.of(new PieceRange(1, 2), new PieceRange(4, 5)), Exchanges.before(chain, set, 6));
        set = replaced(chain, set, 0, 3);
        assertEquals(List.of(new PieceRange(4, 5)), Exchanges.before(chain, set, 6));
    }

    @Test
    void a_call_that_brings_its_own_result_waits_for_none() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .search("gardens")
                .assistant("Found.")
                .user("More.")
                .assistant("Looking.")
                .with()
                .call("search", "trees")
                .with()
                .result("oaks")
                .with()
                .assistant("Oaks.");
        assertEquals(List.of(new PieceRange(1, 2), new PieceRange(4, 7)), ranges(conversation));
        assertEquals(4, Exchanges.lastBefore(conversation.chain(), 8));
    }

    @Test
    void system_messages_and_provider_items_stay() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .assistant("Done.")
                .system("Be kind.")
                .assistant("Yes.")
                .with()
                .providerItem("compaction")
                .user("So?")
                .assistant("Well.");
        assertEquals(List.of(new PieceRange(1, 1), new PieceRange(6, 6)), ranges(conversation));
        Chain chain = conversation.chain();
        WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
        assertEquals(List.of(new PieceRange(0, 1), new PieceRange(5, 6)), joined(chain, set, new PieceRange(0, 6)));
    }

    @Test
    void with_user_text_everything_is_removable_except_separated_calls_and_results() {
        Chain chain = new TestConversation()
                .user("Go.")
                .call("Read", "a")
                .result("a")
                .with()
                .user("Wait.")
                .scaffold("It is late.")
                .call("Read", "b")
                .system("Be kind.")
                .result("b")
                .user("More.")
                .chain();
        WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
        assertEquals(List.of(new PieceRange(0, 4), new PieceRange(8, 8)), joined(chain, set, new PieceRange(0, 8)));
        assertEquals(List.of(new PieceRange(0, 0)), joined(chain, set, new PieceRange(0, 2)));
        set = replaced(chain, set, 1, 4);
        assertEquals(List.of(new PieceRange(0, 4)), joined(chain, set, new PieceRange(0, 7)));
    }

    @Test
    void a_turn_that_our_message_opens_starts_with_a_thought_if_the_model_thinks() {
        TestConversation conversation = new TestConversation().user("Go.");
        for (int i = 0; i < 4; i++) {
            TestConversation thinking =
                    i % 2 == 0 ? conversation.reasoning("Hm " + i).with() : conversation;
            thinking.call("Read", "a" + i).result("a" + i);
        }
        // u  t c r  c r  t c r  c r
        assertEquals("✓✗✓✗", opens(conversation, 1, 4, 6, 9));
        assertEquals(6, Exchanges.messagePlace(conversation.chain(), 9));
        assertEquals("✓✓✓✓", opens(conversation.user("More."), 1, 4, 6, 9));
        assertEquals("✓✓", opens(SampleConversations.commands(2, 1), 1, 3));
    }

    private static String opens(TestConversation conversation, int... places) {
        return Arrays.stream(places)
                .mapToObj(at -> Exchanges.mayPutMessageAt(conversation.chain(), at) ? "✓" : "✗")
                .collect(Collectors.joining());
    }

    /** Elements of random kinds: user messages, calls with results in any number, reasoning, system messages. */
    private static TestConversation random(Random random) {
        TestConversation conversation = new TestConversation();
        for (int i = random.nextInt(14); i > 0; i--) {
            switch (random.nextInt(8)) {
                case 0 -> conversation.user("u" + i);
                case 1 -> conversation.assistant("a" + i);
                case 2 -> conversation.system("s" + i);
                case 3 -> conversation.reasoning("t" + i).call("Bash", "x" + i).result("r" + i);
                case 4 ->
                    conversation.call("Bash", "x" + i).result("r" + i).with().user("u" + i);
                case 5 ->
                    conversation
                            .call("Bash", "x" + i)
                            .with()
                            .call("Bash", "y" + i)
                            .result("r" + i)
                            .result("q" + i);
                case 6 -> conversation.call("Bash", "open" + i);
                default -> conversation.call("Bash", "x" + i).result("r" + i);
            }
        }
        return conversation;
    }

    @Test
    void random_ranges_are_in_order_and_contain_whole_elements_and_calls_with_their_results() {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            Chain chain = random(random).chain();
            WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
            int end = chain.size() == 0 ? 0 : random.nextInt(chain.size() + 1);
            int before = -1;
            for (PieceRange range : Exchanges.before(chain, set, end)) {
                String seen = "seed " + seed + ", " + range + " of " + end;
                assertTrue(range.first() > before && range.last() < end && range.last() >= range.first(), seen);
                before = range.last();
                List<Piece> pieces = chain.pieces().subList(range.first(), range.last() + 1);
                assertTrue(pieces.getFirst().isFromModel(), seen);
                assertTrue(pieces.stream().noneMatch(piece -> piece.hasUserText() || piece.mustStay()), seen);
                assertEquals(
                        pieces.stream().filter(Piece::needsResult).count(),
                        pieces.stream().filter(Piece::isResult).count(),
                        seen);
                assertEquals(range.first(), Exchanges.elementStart(chain, range.first()), seen);
                assertEquals(range.last() + 1, Exchanges.elementEnd(chain, range.last()), seen);
            }
        }
    }

    @Test
    void with_user_text_random_ranges_contain_those_without_it() {
        for (int seed = 0; seed < 400; seed++) {
            Chain chain = random(new Random(seed)).chain();
            WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
            List<PieceRange> all = Exchanges.withUserText(chain, set, new PieceRange(0, chain.size() - 1));
            assertTrue(all.containsAll(Exchanges.before(chain, set, chain.size())), "seed " + seed);
            assertEquals(
                    0,
                    all.stream()
                            .flatMap(range -> chain.pieces().subList(range.first(), range.last() + 1).stream())
                            .filter(Piece::mustStay)
                            .count(),
                    "seed " + seed);
        }
    }

    @Test
    void the_place_of_a_message_is_at_or_before_an_index_and_allows_one() {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            Chain chain = random(random).chain();
            int end = chain.size() == 0 ? 0 : random.nextInt(chain.size() + 1);
            int place = Exchanges.messagePlace(chain, end);
            assertTrue(place <= end, "seed " + seed);
            assertTrue(place == 0 || Exchanges.mayPutMessageAt(chain, place), "seed " + seed);
            assertTrue(!Exchanges.mayPutMessageAt(chain, end) || place == end, "seed " + seed);
        }
    }

    @Test
    void adjacent_ranges_are_grouped_and_others_are_not() {
        PieceRange a = new PieceRange(1, 2);
        PieceRange b = new PieceRange(3, 3);
        PieceRange c = new PieceRange(5, 9);
        assertEquals(List.of(), Exchanges.adjacent(List.of()));
        assertEquals(List.of(List.of(a, b), List.of(c)), Exchanges.adjacent(List.of(a, b, c)));
        assertEquals(new PieceRange(1, 3), Exchanges.joined(List.of(a, b)));
    }
}
