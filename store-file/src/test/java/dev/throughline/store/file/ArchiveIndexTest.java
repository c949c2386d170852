package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArchiveIndexTest {
    @Test
    void sources_are_found_by_id_and_lines_by_sequence() {
        ArchiveIndex index = new ArchiveIndex();
        assertEquals(0, index.before(7));
        for (int i = 1; i <= 5000; i++) {
            index.line(i, i * 100L);
            index.source(Hash.of("" + i), new ArchiveIndex.Place(i * 100L, i));
        }
        index.source(Hash.of("17"), new ArchiveIndex.Place(999_999, 17));
        for (int i = 1; i <= 5000; i++) {
            assertTrue(index.find(Hash.of("" + i)).contains(new ArchiveIndex.Place(i * 100L, i)));
            long offset = index.before(i - 1);
            assertTrue(offset <= i * 100L && offset > (i - 33) * 100L, i + " is looked for from " + offset);
        }
        assertEquals(2, index.find(Hash.of("17")).size());
        assertEquals(List.of(), index.find(Hash.of("never")));
    }
}
