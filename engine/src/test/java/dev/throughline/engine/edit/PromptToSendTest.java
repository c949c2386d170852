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

/** What is stored of a request once its bill is known. */
final class PromptToSendTest {
    private static PromptToSend outgoing(boolean isEdited, long own, long sent) {
        Counterfactual pair =
                new Counterfactual(new long[] {own}, new long[] {sent}, new Counterfactual.Before(0, 1, true));
        PromptToSend.Weight weight = new PromptToSend.Weight(sent, own, 0, 0, 1, pair);
        return new PromptToSend(Bytes.of("{}"), isEdited, "auto", List.of(), weight);
    }

    @Test
    void the_cost_without_edits_of_an_unedited_request_is_its_bill() {
        for (Usage billed : List.of(
                new Usage(1_200, 0, 0, 9),
                new Usage(3, 900, 300, 9),
                new Usage(0, 0, 1_200, 9),
                new Usage(7, 0, 0, 0))) {
            Entry.Sent sent = outgoing(false, 1_000, 1_000).sent(List.of(billed));
            assertFalse(sent.isEdited());
            assertEquals(billed, sent.unedited(billed));
        }
    }

    @Test
    void without_edits_the_same_share_of_the_prompt_would_have_been_read_from_the_cache() {
        Usage billed = new Usage(0, 600, 0, 9);
        Entry.Sent sent = outgoing(true, 1_000, 600).sent(List.of(billed));
        assertEquals(new Entry.Sent(600, 1_000, new Usage(0, 1_000, 0, 9)), sent);
        assertEquals(new Usage(0, 1_000, 0, 9), sent.unedited(billed));
    }

    @Test
    void local_calls_are_not_part_of_the_cost_without_edits() {
        List<Usage> calls = List.of(new Usage(0, 600, 100, 20), new Usage(0, 700, 350, 7));
        Entry.Sent sent = outgoing(true, 600, 700).sent(calls);
        Usage billed = calls.getFirst().plus(calls.getLast());
        assertEquals(1_750, sent.tokens(), "the tokens of both prompts");
        assertEquals(new Usage(0, 514, 86, 7), sent.unedited(billed), "one request, with the output of the last reply");
    }

    @Test
    void without_a_bill_there_is_no_cost_without_edits() {
        Entry.Sent sent = outgoing(true, 1_000, 600).sent(List.of());
        assertTrue(sent.isEdited());
        assertEquals(Usage.NONE, sent.clientUsage());
        assertEquals(Usage.NONE, outgoing(false, 1_000, 1_000).sent(List.of()).clientUsage());
    }

    @Test
    void the_billed_output_is_used_if_an_older_archive_has_no_output_estimate() {
        Entry.Sent old = new Entry.Sent(600, 1_000, new Usage(0, 900, 100, 0));
        assertEquals(new Usage(0, 900, 100, 9), old.unedited(new Usage(0, 600, 0, 9)));
    }
}
