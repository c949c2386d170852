package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.text.Chunker;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class IndexedChunkTest {
    private static SearchDocument document(int lines) {
        String text = "A line of a log that says what was done and how long it took, in some words.\n".repeat(lines);
        return new SearchDocument("id", SearchScope.ARCHIVE, "shelf", "path", null, "lead", text);
    }

    @Test
    void chunks_of_a_long_document_are_created_lazily() {
        AtomicInteger made = new AtomicInteger();
        Stream<IndexedChunk> entries =
                IndexedChunk.of(document(20_000), 1, Chunker.ChunkSize.DEFAULT).peek(_ -> made.incrementAndGet());
        Iterator<IndexedChunk> each = entries.iterator();
        int taken = 0;
        while (each.hasNext()) {
            IndexedChunk entry = each.next();
            assertEquals(taken++, entry.ordinal());
            assertTrue(made.get() - taken <= 1, "at most one chunk is created in advance");
        }
        assertTrue(taken > 500, taken + " in all");
    }

    @Test
    void a_document_can_be_restored_from_its_chunks() {
        SearchDocument document = document(200);
        assertEquals(
                document,
                IndexedChunk.document(IndexedChunk.of(document, 1, Chunker.ChunkSize.DEFAULT)
                                .toList())
                        .orElseThrow());
    }
}
