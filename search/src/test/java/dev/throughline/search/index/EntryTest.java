package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.Document;
import dev.throughline.search.Scope;
import dev.throughline.search.text.Chunks;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EntryTest {
    private static Document document(int lines) {
        String text = "A line of a log that says what was done and how long it took, in some words.\n".repeat(lines);
        return new Document("id", Scope.ARCHIVE, "shelf", "path", null, "lead", text);
    }

    @Test
    void entries_of_a_long_document_are_made_one_by_one_when_they_are_asked_for() {
        AtomicInteger made = new AtomicInteger();
        Stream<Entry> entries =
                Entry.of(document(20_000), 1, Chunks.Measure.USUAL).peek(_ -> made.incrementAndGet());
        Iterator<Entry> each = entries.iterator();
        int taken = 0;
        while (each.hasNext()) {
            Entry entry = each.next();
            assertEquals(taken++, entry.ordinal());
            assertTrue(made.get() - taken <= 1, "no more than one is waiting to be taken");
        }
        assertTrue(taken > 500, taken + " in all");
    }

    @Test
    void the_first_entry_has_the_lead_and_all_together_are_the_document() {
        Document document = document(200);
        assertEquals(
                document,
                Entry.document(Entry.of(document, 1, Chunks.Measure.USUAL).toList())
                        .orElseThrow());
    }
}
