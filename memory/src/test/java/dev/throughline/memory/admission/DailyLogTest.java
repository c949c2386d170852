package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.workspace.FastFiles;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DailyLogTest {
    @TempDir
    Path folder;

    private DailyLog log(Clock clock) {
        Workspace workspace = new Workspace(folder, clock, new FastFiles());
        return new DailyLog(workspace, new Admission(workspace));
    }

    private static List<ProposedLine> wish(String text) {
        return List.of(new ProposedLine(text, new LineSource(LocalDate.parse("2026-04-05"), "cli", "")));
    }

    private String text() {
        return new Workspace(folder, new Stage.Time())
                .read(DailyLog.page(LocalDate.parse("2026-04-05")))
                .map(Page::text)
                .orElse("");
    }

    @Test
    void the_first_line_of_a_day_creates_its_page() {
        log(new Stage.Time()).add("test", wish("The first thing."), List.of());
        log(new Stage.Time()).add("test", wish("A second thing."), List.of());
        log(new Stage.Time()).add("test", wish("the first thing"), List.of());
        assertEquals(
                "# 2026-04-05\n\n- The first thing. (2026-04-05, cli)\n- A second thing. (2026-04-05, cli)\n", text());
    }

    @Test
    void the_day_is_that_of_the_clocks_zone() {
        Clock late = Clock.fixed(Instant.parse("2026-04-04T22:30:00Z"), ZoneId.of("Europe/Oslo"));
        assertEquals(LocalDate.parse("2026-04-05"), log(late).today());
        log(late).add("test", wish("After midnight."), List.of());
        assertEquals("# 2026-04-05\n\n- After midnight. (2026-04-05, cli)\n", text());
    }

    @Test
    void without_new_lines_there_is_no_operation() {
        DailyLog log = log(new Stage.Time());
        log.add("test", wish("The first thing."), List.of());
        log.add("test", wish("The first thing."), List.of());
        log.add("test", List.of(), List.of());
        assertEquals(1, new Workspace(folder, new Stage.Time()).operations(10).size());
    }

    @Test
    void a_log_that_is_not_text_is_not_changed() throws IOException {
        Files.createDirectories(folder.resolve("memory"));
        Files.write(folder.resolve("memory/2026-04-05.md"), new byte[] {0, (byte) 0xff});
        assertThrows(
                ProxyException.class, () -> log(new Stage.Time()).add("test", wish("The first thing."), List.of()));
        assertEquals(2, Files.size(folder.resolve("memory/2026-04-05.md")));
    }

    /** Each with a gate of its own, as processes have it. */
    @Test
    void concurrent_writers_add_the_same_line_once() throws InterruptedException, ExecutionException, TimeoutException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                String fact = "A fact about n" + i % 8;
                all.add(threads.submit(() -> log(new Stage.Time()).add("test", wish(fact), List.of())));
            }
            for (Future<?> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
        }
        List<String> lines =
                text().lines().filter(line -> line.startsWith("- ")).toList();
        Set<String> once = new HashSet<>(lines);
        assertEquals(8, once.size(), lines.toString());
        assertEquals(8, lines.size(), lines.toString());
    }

    @Test
    void a_line_of_the_log_marks_the_fact_that_it_replaces() throws IOException {
        Path topic = Files.createDirectories(folder.resolve("topics")).resolve("project_release.md");
        Files.writeString(
                topic, "---\nname: release\n---\n- We release on Thursdays. (2026-04-05, 00000001/ab12cd34)\n");
        log(new Stage.Time()).add("test", wish("We release on Mondays."), List.of());
        assertEquals(
                "---\nname: release\n---\n- ~~We release on Thursdays.~~ (2026-04-05, 00000001/ab12cd34),"
                        + " superseded (2026-04-05, cli)\n",
                Files.readString(topic));
        log(new Stage.Time()).add("test", wish("We release on Thursdays."), List.of());
        assertTrue(text().endsWith("- We release on Thursdays. (2026-04-05, cli)\n"), text());
    }

    @Test
    void lines_of_an_earlier_day_are_added_to_its_page_once() {
        LocalDate day = LocalDate.parse("2026-04-05");
        Clock later = Clock.fixed(Instant.parse("2026-05-01T10:00:00Z"), ZoneId.of("UTC"));
        assertEquals(
                1,
                log(later).addTo(day, "openclaw", wish("An old thing.")).lines().size());
        assertEquals(
                0,
                log(later).addTo(day, "openclaw", wish("An old thing.")).lines().size());
        assertEquals("# 2026-04-05\n\n- An old thing. (2026-04-05, cli)\n", text());
    }
}
