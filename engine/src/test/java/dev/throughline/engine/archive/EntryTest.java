package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EntryTest {
    @Test
    void a_source_is_named_by_its_bytes() {
        Bytes bytes = Bytes.of("{\"a\":1}");
        assertEquals(new Entry.Source(bytes.hash(), bytes), Entry.Source.of(bytes));
    }

    @Test
    void an_entry_does_not_follow_a_list_that_it_was_made_of() {
        List<Hash> system = new ArrayList<>();
        Entry.Head head = new Entry.Head(Entry.ROOT, system, List.of());
        system.add(Entry.ROOT);
        assertEquals(new Entry.Head(Entry.ROOT, List.of(), List.of()), head);
    }

    @Test
    void a_node_can_have_another_token_count() {
        TestArchive world = new TestArchive();
        world.record("user: One");
        Entry.Node node = world.entries(Entry.Node.class).getFirst();
        assertEquals(99, node.weighing(99).tokens());
        assertEquals(node, node.weighing(99).weighing(node.tokens()));
    }

    /** What the client's own request would have cost, by our sizes and the estimate. */
    @ParameterizedTest
    @CsvSource({
        // Nothing was edited: what was billed.
        "100, 100, 7, 9",
        // Edited: the estimate.
        "50, 100, 7, 7",
        // Edited, in an archive without an estimate of the output: the output that was billed.
        "50, 100, 0, 9"
    })
    void without_edits_it_would_have_cost(long tokens, long untouched, long shadowOutput, long expectedOutput) {
        Usage shadow = new Usage(1_000, 20, 30, shadowOutput);
        Usage billed = new Usage(500, 2, 3, 9);
        Entry.Sent sent = new Entry.Sent(tokens, untouched, shadow);
        Usage expected = sent.isEdited() ? new Usage(1_000, 20, 30, expectedOutput) : billed;
        assertEquals(expected, sent.untouched(billed));
        assertEquals(tokens != untouched, sent.isEdited());
    }
}
