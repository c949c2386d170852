package dev.throughline.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageListing;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class MemoryViewsTest {
    private static String json(Object view) {
        return ViewJson.write(view).utf8();
    }

    @Test
    void a_page_has_its_path_size_and_time() {
        PageListing.ListedPage page =
                new PageListing.ListedPage(new MemoryPath("MEMORY.md"), 12, Instant.parse("2026-11-18T10:00:00Z"));
        assertEquals(
                "{\"path\":\"MEMORY.md\",\"bytes\":12,\"modified\":\"2026-11-18T10:00:00Z\"}",
                json(MemoryViews.PageView.of(page)));
    }

    @Test
    void a_sentence_comes_before_the_members_of_a_view() {
        assertEquals(
                "{\"said\":\"removed\",\"removed\":true,\"path\":\"a.md\",\"operation\":3}",
                json(MemoryViews.withSentence("removed", new MemoryViews.RemovedPage(true, "a.md", 3))));
    }
}
