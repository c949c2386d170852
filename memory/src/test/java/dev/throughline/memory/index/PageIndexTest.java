package dev.throughline.memory.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemoriesTest;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.TestProjects;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageIndexTest {
    private static final byte[] NO_UTF_8 = "Das Zebra läuft.".getBytes(StandardCharsets.ISO_8859_1);

    private static final Executor BESIDE = task -> Thread.ofVirtual().start(task);

    @TempDir
    private Path home;

    private Instant now = Instant.parse("2026-04-05T10:00:00Z");
    private Path topics = Path.of("");

    @BeforeEach
    void makeTopics() throws IOException {
        topics = Files.createDirectories(home.resolve("workspace/topics"));
    }

    private ProjectMemory open() {
        return TestProjects.open(home, clock());
    }

    private Clock clock() {
        InstantSource source = () -> now;
        return source.withZone(ZoneOffset.UTC);
    }

    private static int found(ProjectMemory room, String word) {
        return TestProjects.search(room, word).hits().size();
    }

    private static String why(SearchResult answer) {
        return answer.status() instanceof SearchStatus.Degraded degraded ? degraded.why() : "";
    }

    @Test
    void a_page_that_cannot_be_read_hides_no_other_and_is_named() throws IOException {
        Files.write(topics.resolve("a.md"), NO_UTF_8);
        Files.writeString(topics.resolve("b.md"), "The zebra is striped.\n");
        try (ProjectMemory room = open()) {
            SearchResult answer = TestProjects.search(room, "zebra");
            assertEquals(1, answer.hits().size());
            assertTrue(why(answer).contains("topics/a.md") && why(answer).contains("UTF-8"), answer.toString());
            assertTrue(
                    room.indexed().status() instanceof SearchStatus.Degraded, "and so it stands in the index's status");
            Files.writeString(topics.resolve("c.md"), "Another zebra.\n");
            assertEquals(2, found(room, "zebra"), "what changes later is found as well");
            Files.writeString(topics.resolve("a.md"), "The third zebra.\n");
            SearchResult whole = TestProjects.search(room, "zebra");
            assertEquals(3, whole.hits().size());
            assertEquals(new SearchStatus.Ok(), whole.status());
        }
    }

    @Test
    void a_page_that_can_no_longer_be_read_is_no_longer_found() throws IOException {
        Files.writeString(topics.resolve("a.md"), "The zebra is striped.\n");
        try (ProjectMemory room = open()) {
            assertEquals(1, found(room, "zebra"));
            Files.write(topics.resolve("a.md"), NO_UTF_8);
            assertEquals(0, found(room, "zebra"));
        }
        try (ProjectMemory room = open()) {
            assertTrue(why(TestProjects.search(room, "zebra")).contains("topics/a.md"));
        }
    }

    @Test
    void an_unreadable_page_is_read_again_after_a_while_though_its_time_is_the_same() throws IOException {
        Path page = topics.resolve("a.md");
        Files.write(page, NO_UTF_8);
        Files.setLastModifiedTime(page, FileTime.from(now.minusSeconds(60)));
        try (ProjectMemory room = open()) {
            assertEquals(0, found(room, "zebra"));
            Files.writeString(page, "The zebra runs!!");
            Files.setLastModifiedTime(page, FileTime.from(now.minusSeconds(60)));
            assertEquals(0, found(room, "zebra"), "nothing says that it changed");
            now = now.plus(Duration.ofMinutes(1));
            assertEquals(1, found(room, "zebra"));
        }
    }

    @Test
    void a_path_that_is_too_long_for_the_index_hides_no_other() throws IOException {
        Path deep = home.resolve("workspace");
        for (int i = 0; i < 7; i++) {
            deep = deep.resolve("d".repeat(180));
        }
        Files.writeString(Files.createDirectories(deep).resolve("a.md"), "The zebra is far away.\n");
        Files.writeString(topics.resolve("b.md"), "The zebra is striped.\n");
        try (ProjectMemory room = open()) {
            SearchResult answer = TestProjects.search(room, "zebra");
            assertEquals(1, answer.hits().size());
            assertTrue(why(answer).contains("characters"), answer.toString());
        }
    }

    @Test
    void the_index_is_rebuilt_though_a_page_is_unreadable() throws IOException {
        Files.write(topics.resolve("a.md"), NO_UTF_8);
        Files.writeString(topics.resolve("b.md"), "The zebra is striped.\n");
        try (ProjectMemory room = open()) {
            room.rebuild(List.of());
            assertEquals(1, found(room, "zebra"));
        }
    }

    @Test
    void during_a_rebuild_searches_work_and_no_change_is_lost() throws Exception {
        Files.writeString(topics.resolve("a.md"), "The zebra is striped.\n");
        Files.writeString(topics.resolve("b.md"), "The zebra is old.\n");
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (ProjectMemory room = open()) {
            assertEquals(2, found(room, "zebra"));
            CompletableFuture<Void> rebuilt =
                    CompletableFuture.runAsync(() -> room.rebuild(() -> said(isReading, mayEnd)), BESIDE);
            assertTrue(isReading.await(30, TimeUnit.SECONDS));
            Files.writeString(topics.resolve("a.md"), "It was a horse.\n");
            Files.delete(topics.resolve("b.md"));
            Files.writeString(topics.resolve("c.md"), "A new zebra.\n");
            int meanwhile = CompletableFuture.supplyAsync(() -> found(room, "zebra"), BESIDE)
                    .get(30, TimeUnit.SECONDS);
            assertEquals(1, meanwhile);
            mayEnd.countDown();
            rebuilt.get(30, TimeUnit.SECONDS);
            assertEquals(1, found(room, "zebra"));
            assertEquals(1, found(room, "horse"));
            assertFalse(room.search(room.query("said").in(SearchScope.SESSIONS))
                    .hits()
                    .isEmpty());
        }
    }

    @Test
    void a_page_that_was_added_and_removed_during_a_rebuild_is_not_found() throws Exception {
        Path page = topics.resolve("a.md");
        Files.writeString(page, "The zebra is striped.\n");
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (ProjectMemory room = open()) {
            CompletableFuture<Void> rebuilt =
                    CompletableFuture.runAsync(() -> room.rebuild(() -> said(isReading, mayEnd)), BESIDE);
            assertTrue(isReading.await(30, TimeUnit.SECONDS));
            Files.delete(page);
            mayEnd.countDown();
            rebuilt.get(30, TimeUnit.SECONDS);
            assertEquals(0, found(room, "zebra"));
        }
    }

    private static Iterator<SearchDocument> said(CountDownLatch isReading, CountDownLatch mayEnd) {
        return List.of(SearchDocument.of(SearchScope.SESSIONS, "sessions/1/ab", "said")).stream()
                .peek(_ -> {
                    isReading.countDown();
                    ProjectMemoriesTest.await(mayEnd);
                })
                .iterator();
    }

    @Test
    void a_search_does_not_create_an_index_without_memory() throws IOException {
        Project unknown =
                new Project("nobody", home.resolve("projects/nobody/workspace"), home.resolve("projects/nobody/index"));
        try (ProjectMemory room = ProjectMemory.open(unknown, TestProjects.means(Clock.systemUTC()))) {
            assertEquals(new SearchResult(List.of(), new SearchStatus.Ok(), 0), TestProjects.search(room, "zebra"));
            assertEquals(
                    0,
                    room.search(room.query("zebra").in(SearchScope.SESSIONS))
                            .hits()
                            .size());
            assertEquals(0, room.indexed().documents());
        }
        Files.writeString(topics.resolve("a.md"), "The zebra is striped.\n");
        try (ProjectMemory room = ProjectMemory.open(unknown, TestProjects.means(Clock.systemUTC(), List.of(topics)))) {
            assertEquals(1, found(room, "zebra"), "what is beside memory is found by its words");
        }
        assertFalse(Files.exists(home.resolve("projects")));
    }
}
