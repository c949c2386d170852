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
    void the_id_of_a_source_is_the_hash_of_its_bytes() {
        Bytes bytes = Bytes.of("{\"a\":1}");
        assertEquals(new Entry.Source(bytes.hash(), bytes), Entry.Source.of(bytes));
    }

    @Test
    void an_entry_copies_its_lists() {
        List<Hash> system = new ArrayList<>();
        Entry.Head head = new Entry.Head(Entry.ROOT, system, List.of());
        system.add(Entry.ROOT);
        assertEquals(new Entry.Head(Entry.ROOT, List.of(), List.of()), head);
    }

    @Test
    void the_token_count_of_a_node_can_be_replaced() {
        TestArchive fixture = new TestArchive();
        fixture.record("user: One");
        Entry.Node node = fixture.entries(Entry.Node.class).getFirst();
        assertEquals(99, node.withTokens(99).tokens());
        assertEquals(node, node.withTokens(99).withTokens(node.tokens()));
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
    void the_cost_without_edits_is_the_bill_or_the_estimate(
            long tokens, long untouched, long shadowOutput, long expectedOutput) {
        Usage shadow = new Usage(1_000, 20, 30, shadowOutput);
        Usage billed = new Usage(500, 2, 3, 9);
        Entry.Sent sent = new Entry.Sent(tokens, untouched, shadow);
        Usage expected = sent.isEdited() ? new Usage(1_000, 20, 30, expectedOutput) : billed;
        assertEquals(expected, sent.unedited(billed));
        assertEquals(tokens != untouched, sent.isEdited());
    }
}
