package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageUsesTest {
    private static final MemoryPath ROLLOUT = new MemoryPath("rollouts/2026-04-05T04-00_abc_x.md");

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    private PageUses uses() {
        return new PageUses(new Workspace(folder, time));
    }

    @Test
    void a_page_is_counted_and_the_last_time_is_known() {
        uses().count(List.of(ROLLOUT, MemoryPath.MEMORY));
        time.move(Stage.NOON.plusSeconds(60));
        uses().count(List.of(ROLLOUT));
        assertEquals(new PageUses.PageUse(2, Stage.NOON.plusSeconds(60)), PageUses.of(uses().all(), ROLLOUT));
        assertEquals(new PageUses.PageUse(1, Stage.NOON), PageUses.of(uses().all(), MemoryPath.MEMORY));
        assertEquals(new PageUses.PageUse(0, Instant.EPOCH), PageUses.of(uses().all(), MemoryPath.RAW));
    }

    @Test
    void with_too_many_pages_those_used_longest_ago_are_removed() {
        List<MemoryPath> topics = new ArrayList<>();
        for (int i = 0; i < PageUses.MAX_PAGES; i++) {
            topics.add(new MemoryPath("topics/user_" + i + ".md"));
        }
        uses().count(topics);
        time.move(Stage.NOON.plusSeconds(60));
        uses().count(List.of(ROLLOUT));
        Map<String, String> all = uses().all();
        assertTrue(all.containsKey(ROLLOUT.text()));
        assertTrue(all.size() < PageUses.MAX_PAGES && all.size() > PageUses.MAX_PAGES / 2, "found " + all.size());
    }

    @Test
    void an_edited_line_that_cannot_be_parsed_is_ignored() {
        new KeyValueFile(new Workspace(folder, time), "uses").update(entries -> entries.put(ROLLOUT.text(), "often"));
        assertEquals(new PageUses.PageUse(0, Instant.EPOCH), PageUses.of(uses().all(), ROLLOUT));
        uses().count(List.of(ROLLOUT));
        assertEquals(1, PageUses.of(uses().all(), ROLLOUT).count());
    }

    @Test
    void without_a_writable_folder_nothing_is_counted() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        PageUses uses = new PageUses(new Workspace(file.resolve("workspace"), time));
        uses.count(List.of(ROLLOUT));
        assertEquals(Map.of(), uses.all());
        assertFalse(Files.isDirectory(file));
        assertEquals(Instant.EPOCH, PageUses.of(uses.all(), ROLLOUT).last());
    }

    @Test
    void counting_later_does_not_wait_for_the_disk() throws InterruptedException {
        CountDownLatch mayWrite = new CountDownLatch(1);
        Workspace slow = new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                try {
                    assertTrue(mayWrite.await(30, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        });
        PageUses uses = new PageUses(slow);
        uses.countLater(List.of(MemoryPath.MEMORY));
        uses.countLater(List.of(MemoryPath.MEMORY, MemoryPath.RAW));
        uses.countLater(List.of(MemoryPath.MEMORY));
        uses.awaitCounted(Duration.ofMillis(1));
        assertEquals(Map.of(), uses().all(), "it is still being written");
        mayWrite.countDown();
        uses.awaitCounted(LONG);
        long now = time.millis();
        assertEquals(Map.of("MEMORY.md", "3 " + now, MemoryPath.RAW.text(), "1 " + now), uses().all());
    }

    @Test
    void counting_later_does_not_fail_if_nothing_can_be_written() {
        PageUses uses = new PageUses(new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                throw new AccessDeniedException("read-only");
            }
        }));
        uses.countLater(List.of(MemoryPath.MEMORY));
        uses.awaitCounted(LONG);
        uses.countLater(List.of(MemoryPath.MEMORY));
        uses.awaitCounted(LONG);
        assertEquals(Map.of(), uses().all());
    }
}
