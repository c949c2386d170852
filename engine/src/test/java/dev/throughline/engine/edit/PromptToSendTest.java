package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.Counterfactual;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of a request when its bill is known. */
final class PromptToSendTest {
    private static PromptToSend outgoing(boolean isEdited, long own, long sent) {
        Counterfactual pair =
                new Counterfactual(new long[] {own}, new long[] {sent}, new Counterfactual.Before(0, 1, true));
        PromptToSend.Weight weight = new PromptToSend.Weight(sent, own, 0, 0, 1, pair);
        return new PromptToSend(Bytes.of("{}"), isEdited, "auto", List.of(), weight);
    }

    @Test
    void a_request_that_went_as_it_came_would_have_cost_what_it_cost() {
        for (Usage billed : List.of(
                new Usage(1_200, 0, 0, 9),
                new Usage(3, 900, 300, 9),
                new Usage(0, 0, 1_200, 9),
                new Usage(7, 0, 0, 0))) {
            Entry.Sent sent = outgoing(false, 1_000, 1_000).sent(List.of(billed));
            assertFalse(sent.isEdited());
            assertEquals(billed, sent.untouched(billed));
        }
    }

    @Test
    void an_edited_request_would_have_been_read_as_far_as_it_was() {
        Usage billed = new Usage(0, 600, 0, 9);
        Entry.Sent sent = outgoing(true, 1_000, 600).sent(List.of(billed));
        assertEquals(new Entry.Sent(600, 1_000, new Usage(0, 1_000, 0, 9)), sent);
        assertEquals(new Usage(0, 1_000, 0, 9), sent.untouched(billed));
    }

    @Test
    void calls_of_our_own_are_our_cost() {
        List<Usage> calls = List.of(new Usage(0, 600, 100, 20), new Usage(0, 700, 350, 7));
        Entry.Sent sent = outgoing(true, 600, 700).sent(calls);
        Usage billed = calls.getFirst().plus(calls.getLast());
        assertEquals(1_750, sent.tokens(), "as many as both prompts had");
        assertEquals(new Usage(0, 514, 86, 7), sent.untouched(billed), "one call, and the words of the last");
    }

    @Test
    void without_a_bill_nothing_would_have_been_billed() {
        Entry.Sent sent = outgoing(true, 1_000, 600).sent(List.of());
        assertTrue(sent.isEdited());
        assertEquals(Usage.NONE, sent.shadow());
        assertEquals(Usage.NONE, outgoing(false, 1_000, 1_000).sent(List.of()).shadow());
    }

    @Test
    void an_archive_of_before_did_not_say_what_the_model_would_have_written() {
        Entry.Sent old = new Entry.Sent(600, 1_000, new Usage(0, 900, 100, 0));
        assertEquals(new Usage(0, 900, 100, 9), old.untouched(new Usage(0, 600, 0, 9)));
    }
}
