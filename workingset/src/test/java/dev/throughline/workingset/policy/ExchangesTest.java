package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Exchanges.Span;
import java.util.List;
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
                spans(new Talk().user("Go.").call("Read", "a").result("a").with().user("Wait.")));
        assertEquals(List.of(), spans(new Talk().user("Go.").call("Read", "a").call("Read", "b").result("a")));
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
}
