package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArchiveIndexTest {
    @Test
    void sources_are_found_by_id_and_lines_by_sequence_number() {
        ArchiveIndex index = new ArchiveIndex();
        assertEquals(0, index.offsetBefore(7));
        for (int i = 1; i <= 5000; i++) {
            index.addLine(i, i * 100L);
            index.addSource(Hash.of("" + i), i * 100L);
        }
        index.addSource(Hash.of("17"), 999_999);
        for (int i = 1; i <= 5000; i++) {
            assertTrue(index.find(Hash.of("" + i)).contains(i * 100L));
            long offset = index.offsetBefore(i - 1);
            assertTrue(offset <= i * 100L && offset > (i - 33) * 100L, "the search for " + i + " starts at " + offset);
        }
        assertEquals(2, index.find(Hash.of("17")).size());
        assertEquals(List.of(), index.find(Hash.of("never")));
    }
}
