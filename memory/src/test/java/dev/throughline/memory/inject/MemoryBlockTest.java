package dev.throughline.memory.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.memory.workspace.MemoryPath;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MemoryBlockTest {
    @Test
    void the_pages_that_it_shows_are_read_back_whatever_their_names() {
        for (String name :
                List.of("R&D", "a \"quoted\" one", "two  spaces", "über 日本語", "a<b>c", "hidden\u200b", "&#x41;")) {
            MemoryPath path = new MemoryPath("topics/" + name + ".md");
            MemoryBlock block = MemoryBlock.of(List.of(new MemoryBlock.BlockPart(path, "2026-04-05", "text")));
            assertEquals(Set.of(path), MemoryBlock.pages(List.of(block.text())), block.text());
            assertFalse(block.text().contains("\u200b"), block.text());
        }
    }
}
