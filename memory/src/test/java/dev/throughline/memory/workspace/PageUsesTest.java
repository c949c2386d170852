package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageUsesTest {
    private static final MemoryPath ROLLOUT = new MemoryPath("rollouts/2026-04-05T04-00_abc_x.md");

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    private PageUses uses() {
        return new PageUses(new Workspace(folder, time));
    }

    @Test
    void a_page_is_counted_and_the_last_time_is_known() {
        uses().used(List.of(ROLLOUT, MemoryPath.MEMORY));
        time.move(Stage.NOON.plusSeconds(60));
        uses().used(List.of(ROLLOUT));
        assertEquals(new PageUses.Use(2, Stage.NOON.plusSeconds(60)), PageUses.of(uses().all(), ROLLOUT));
        assertEquals(new PageUses.Use(1, Stage.NOON), PageUses.of(uses().all(), MemoryPath.MEMORY));
        assertEquals(PageUses.Use.NONE, PageUses.of(uses().all(), MemoryPath.RAW));
    }

    /** Not the first in the alphabet, as marks would let go by themselves. */
    @Test
    void of_too_many_pages_those_used_longest_ago_are_forgotten() {
        List<MemoryPath> topics = new ArrayList<>();
        for (int i = 0; i < PageUses.MAX_PAGES; i++) {
            topics.add(new MemoryPath("topics/user_" + i + ".md"));
        }
        uses().used(topics);
        time.move(Stage.NOON.plusSeconds(60));
        uses().used(List.of(ROLLOUT));
        Map<String, String> all = uses().all();
        assertTrue(all.containsKey(ROLLOUT.text()));
        assertTrue(all.size() < PageUses.MAX_PAGES && all.size() > PageUses.MAX_PAGES / 2, "found " + all.size());
    }

    @Test
    void a_line_that_somebody_spoilt_counts_for_nothing() {
        new KeyValueFile(new Workspace(folder, time), "uses").update(facts -> facts.put(ROLLOUT.text(), "often"));
        assertEquals(PageUses.Use.NONE, PageUses.of(uses().all(), ROLLOUT));
        uses().used(List.of(ROLLOUT));
        assertEquals(1, PageUses.of(uses().all(), ROLLOUT).count());
    }

    @Test
    void where_nothing_can_be_written_nothing_is_counted() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        PageUses uses = new PageUses(new Workspace(file.resolve("workspace"), time));
        uses.used(List.of(ROLLOUT));
        assertEquals(Map.of(), uses.all());
        assertFalse(Files.isDirectory(file));
        assertEquals(Instant.EPOCH, PageUses.of(uses.all(), ROLLOUT).last());
    }
}
