package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Exchanges.Span;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ExchangesTest {
    private static List<Span> spans(Talk talk) {
        Chain chain = talk.chain();
        return Exchanges.before(chain, Sight.of(chain.pieces(), new EditLog()), chain.size());
    }

    @Test
    void a_span_is_a_message_of_the_model_with_all_its_results() {
        Talk talk = new Talk()
                .user("Go.")
                .thinks("Hm.")
                .call("Read", "a")
                .call("Read", "b")
                .result("a")
                .result("b")
                .says("Done.")
                .user("Thanks.");
        assertEquals(List.of(new Span(1, 5), new Span(6, 6)), spans(talk));
        assertEquals(List.of(new Span(1, 6)), Exchanges.joined(spans(talk)));
    }

    @Test
    void results_with_words_and_calls_without_results_stay() {
        assertEquals(
                List.of(),
                spans(new Talk()
                        .user("Go.")
                        .call("Read", "a")
                        .result("a")
                        .with()
                        .user("Wait.")));
        assertEquals(
                List.of(),
                spans(new Talk().user("Go.").call("Read", "a").call("Read", "b").result("a")));
        assertEquals(List.of(), spans(new Talk().says("Hm.").result("late")));
    }

    @Test
    void what_was_replaced_may_be_again_unless_it_carries_words() {
        Chain chain = new Talk()
                .user("Go.")
                .call("Read", "a")
                .result("a")
                .user("More.")
                .call("Read", "b")
                .result("b")
                .chain();
        Sight sight = Sight.of(chain.pieces(), new EditLog());
        sight.replace(1, 2, 5);
        assertEquals(List.of(new Span(1, 2), new Span(4, 5)), Exchanges.before(chain, sight, 6));
        sight.replace(0, 3, 5);
        assertEquals(List.of(new Span(4, 5)), Exchanges.before(chain, sight, 6));
        assertEquals(chain.piece(3).node(), Exchanges.node(chain, 3));
    }

    @Test
    void a_call_that_brings_its_own_result_waits_for_none() {
        Talk talk = new Talk()
                .user("Go.")
                .search("gardens")
                .says("Found.")
                .user("More.")
                .says("Looking.")
                .with()
                .call("search", "trees")
                .with()
                .result("oaks")
                .with()
                .says("Oaks.");
        assertEquals(List.of(new Span(1, 2), new Span(4, 7)), spans(talk));
        assertEquals(4, Exchanges.lastBefore(talk.chain(), 8));
    }

    @Test
    void what_makers_say_and_what_a_provider_sealed_stays() {
        Talk talk = new Talk()
                .user("Go.")
                .says("Done.")
                .system("Be kind.")
                .says("Yes.")
                .with()
                .sealed("compaction")
                .user("So?")
                .says("Well.");
        assertEquals(List.of(new Span(1, 1), new Span(6, 6)), spans(talk));
        Chain chain = talk.chain();
        Sight sight = Sight.of(chain.pieces(), new EditLog());
        assertEquals(List.of(new Span(0, 1), new Span(5, 6)), Exchanges.withWords(chain, sight, new Span(0, 6)));
    }

    @Test
    void with_words_all_leaves_but_calls_and_results_that_are_parted() {
        Chain chain = new Talk()
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
        Sight sight = Sight.of(chain.pieces(), new EditLog());
        assertEquals(List.of(new Span(0, 4), new Span(8, 8)), Exchanges.withWords(chain, sight, new Span(0, 8)));
        assertEquals(List.of(new Span(0, 0)), Exchanges.withWords(chain, sight, new Span(0, 2)));
        sight.replace(1, 4, 5);
        assertEquals(List.of(new Span(0, 4)), Exchanges.withWords(chain, sight, new Span(0, 7)));
    }

    @Test
    void a_turn_that_our_message_opens_starts_with_a_thought_if_the_model_thinks() {
        Talk talk = new Talk().user("Go.");
        for (int i = 0; i < 4; i++) {
            Talk thinking = i % 2 == 0 ? talk.thinks("Hm " + i).with() : talk;
            thinking.call("Read", "a" + i).result("a" + i);
        }
        // u  t c r  c r  t c r  c r
        assertEquals("✓✗✓✗", opens(talk, 1, 4, 6, 9));
        assertEquals(6, Exchanges.opening(talk.chain(), 9));
        assertEquals("✓✓✓✓", opens(talk.user("More."), 1, 4, 6, 9));
        assertEquals("✓✓", opens(GivenTalks.commands(2, 1), 1, 3));
    }

    private static String opens(Talk talk, int... places) {
        return Arrays.stream(places)
                .mapToObj(at -> Exchanges.mayOpen(talk.chain(), at) ? "✓" : "✗")
                .collect(Collectors.joining());
    }
}
