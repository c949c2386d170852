package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Usage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OutgoingTest {
    @Test
    void what_the_client_sent_before_would_have_been_read_from_the_cache() {
        Entry.Sent sent = new Outgoing.Weight(600, 1_000, 500, 900, 0, 1).sent(Optional.empty(), 1);
        assertEquals(new Usage(0, 900, 100, 0), sent.shadow());
    }

    @Test
    void a_prompt_that_was_taken_for_forgotten_and_was_not_is_no_gain() {
        Usage billed = new Usage(100, 500, 0, 10);
        Entry.Sent sent = new Outgoing.Weight(600, 1_000, 0, 0, 0, 1).sent(Optional.of(billed), 1);
        assertEquals(new Usage(0, 500, 500, 0), sent.shadow());
    }

    @Test
    void a_turn_of_several_calls_would_have_been_one() {
        Usage billed = new Usage(200, 1_000, 0, 10);
        Entry.Sent sent = new Outgoing.Weight(600, 1_000, 0, 0, 0, 1).sent(Optional.of(billed), 2);
        assertEquals(new Usage(0, 500, 500, 0), sent.shadow());
        assertEquals(1_200, sent.tokens());
    }
}
