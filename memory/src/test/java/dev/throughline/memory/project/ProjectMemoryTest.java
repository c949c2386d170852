package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.model.ProxyException;
import dev.throughline.search.RankFusion;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProjectMemoryTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-04-05T10:00:00Z"), ZoneOffset.UTC);

    @TempDir
    private Path home;

    private ProjectMemory open() {
        return TestProjects.open(home, CLOCK);
    }

    @Test
    void an_added_line_is_found_at_once_with_its_page_and_line() throws IOException {
        try (ProjectMemory room = open()) {
            room.memory().add("cli", "The staging database runs on port 5433.");
            List<SearchHit> hits = TestProjects.search(room, "staging port").hits();
            assertEquals("memory/2026-04-05.md", hits.getFirst().path());
            assertTrue(hits.getFirst().snippet().contains("5433"), hits.toString());
            assertEquals(
                    "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("index"))));
        }
    }

    @Test
    void hits_are_in_the_configured_order() throws IOException {
        Path log = Files.createDirectories(home.resolve("workspace/memory"));
        Files.writeString(log.resolve("2026-01-01.md"), "- zebra, zebra and zebra again\n");
        Files.writeString(log.resolve("2026-04-05.md"), "- a zebra among very many other words in a longer line\n");
        for (int halfLife : new int[] {0, 5}) {
            SearchSettings.HitOrder order =
                    new SearchSettings.HitOrder(RankFusion.DEFAULT, Optional.empty(), halfLife, 0);
            try (ProjectMemory room =
                    ProjectMemory.open(TestProjects.project(home), TestProjects.means(CLOCK, order))) {
                String best =
                        TestProjects.search(room, "zebra").hits().getFirst().path();
                assertEquals(halfLife == 0 ? "memory/2026-01-01.md" : "memory/2026-04-05.md", best);
            }
        }
    }

    @Test
    void the_next_search_sees_what_an_editor_wrote_or_removed() throws IOException {
        Path page = Files.createDirectories(home.resolve("workspace/topics")).resolve("zebra.md");
        try (ProjectMemory room = open()) {
            assertTrue(TestProjects.search(room, "zebra").hits().isEmpty());
            Files.writeString(page, "The zebra is striped.\n");
            assertEquals(1, TestProjects.search(room, "zebra").hits().size());
            Files.writeString(page, "It was a horse.\n");
            assertTrue(TestProjects.search(room, "zebra").hits().isEmpty());
            Files.delete(page);
            assertTrue(TestProjects.search(room, "horse").hits().isEmpty());
        }
    }

    @Test
    void extra_files_are_found_and_cannot_be_read_as_pages() throws IOException {
        Path wiki = home.resolve("wiki");
        Files.createDirectories(wiki.resolve(".hidden"));
        Files.writeString(wiki.resolve("zebra.md"), "The zebra is striped.\n");
        Files.writeString(wiki.resolve(".hidden/zebra.md"), "The zebra hides.\n");
        Files.write(wiki.resolve("zebra.txt"), new byte[] {'z', (byte) 0xff, 'a'});
        Files.writeString(wiki.resolve("zebra.bin"), "The zebra is binary.\n");
        try (ProjectMemory room = ProjectMemory.open(
                TestProjects.project(home), TestProjects.means(CLOCK, List.of(wiki, home.resolve("none"))))) {
            List<SearchHit> hits = TestProjects.search(room, "zebra").hits();
            assertEquals(
                    List.of(wiki.resolve("zebra.md").toString()),
                    hits.stream().map(SearchHit::path).toList());
            assertThrows(
                    ProxyException.class,
                    () -> room.memory().excerpt(hits.getFirst().path(), new PageExcerpt.Wanted(1, 10)));
        }
    }

    @Test
    void other_people_and_agents_do_not_find_extra_files_also_in_an_older_index() throws IOException {
        Path wiki = Files.createDirectories(home.resolve("wiki"));
        Files.writeString(wiki.resolve("zebra.md"), "The zebra is striped.\n");
        Files.writeString(Files.createDirectories(home.resolve("workspace")).resolve("MEMORY.md"), "- I like tea.\n");
        ProjectMemory.OpenOptions options = TestProjects.means(CLOCK, List.of(wiki));
        Projects projects = new Projects(home, /* isByProject= */ true, Optional.empty());
        for (Project other : List.of(projects.ofPeer(projects.shared(), "agent:main:dm:eve"), projects.ofAgent("x"))) {
            try (ProjectMemory memory = ProjectMemory.open(TestProjects.project(home), options)) {
                assertEquals(
                        1, TestProjects.search(memory, "zebra striped").hits().size());
            }
            Project project = new Project(other.name(), home.resolve("workspace"), home.resolve("index"));
            try (ProjectMemory memory = ProjectMemory.open(project, options)) {
                assertEquals(
                        List.of(), TestProjects.search(memory, "zebra striped").hits());
                assertEquals(1, TestProjects.search(memory, "tea").hits().size());
            }
        }
    }

    @Test
    void a_secret_in_a_page_is_not_found() throws IOException {
        String key = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z5A";
        Files.writeString(
                Files.createDirectories(home.resolve("workspace")).resolve("MEMORY.md"), "The token is " + key);
        try (ProjectMemory room = open()) {
            String found = TestProjects.search(room, "token").hits().getFirst().snippet();
            assertFalse(found.contains(key), found);
        }
    }

    @Test
    void a_second_process_finds_its_own_page_before_the_first_indexed_it() {
        try (ProjectMemory first = open();
                ProjectMemory second = open()) {
            first.memory().add("cli", "The zebra is striped.");
            assertEquals(1, TestProjects.search(first, "zebra").hits().size());
            second.memory().add("cli", "The giraffe is spotted.");
            List<SearchHit> hits = TestProjects.search(second, "giraffe").hits();
            assertTrue(hits.getFirst().snippet().contains("giraffe is spotted"), hits.toString());
            assertEquals("memory/2026-04-05.md", hits.getFirst().path());
            assertFalse(
                    second.index(List.of(SearchDocument.of(SearchScope.SESSIONS, "sessions/1/ab", "said"))),
                    "it cannot be put");
            assertTrue(first.index(List.of(SearchDocument.of(SearchScope.SESSIONS, "sessions/1/ab", "said"))));
        }
    }

    @Test
    void a_search_that_fails_says_what_to_do() throws IOException {
        Files.writeString(home.resolve("index"), "This should be a folder.");
        try (ProjectMemory room = open()) {
            room.memory().add("cli", "The zebra is striped.");
            SearchResult answer = TestProjects.search(room, "zebra");
            assertTrue(
                    answer.status() instanceof SearchStatus.Unavailable not
                            && not.remedy().contains("memory index"),
                    answer.toString());
        }
    }

    @Test
    void searching_and_reading_work_if_uses_cannot_be_counted() throws IOException {
        Path workspace = Files.createDirectories(home.resolve("workspace"));
        Files.writeString(workspace.resolve("MEMORY.md"), "The zebra is striped.\n");
        Files.createSymbolicLink(workspace.resolve(".state"), Files.createDirectories(home.resolve("away")));
        try (ProjectMemory room = open()) {
            assertEquals(1, TestProjects.search(room, "zebra").hits().size());
            assertEquals(
                    1,
                    room.memory()
                            .excerpt("MEMORY.md", new PageExcerpt.Wanted(1, 10))
                            .total());
        }
    }

    @Test
    void the_process_that_searches_counts_the_uses() throws IOException {
        Path workspace = Files.createDirectories(home.resolve("workspace"));
        Files.writeString(workspace.resolve("MEMORY.md"), "The zebra is striped.\n");
        ProjectMemory.OpenOptions means = TestProjects.means(CLOCK);
        SearchResult found;
        try (ProjectMemory gateway = open()) {
            found = TestProjects.search(gateway, "zebra");
        }
        ProjectMemory.OpenOptions asking = new ProjectMemory.OpenOptions(
                CLOCK,
                means.helper(),
                means.embedder(),
                means.limits(),
                means.search(),
                means.embeddingTime(),
                Optional.of(_ -> found));
        try (ProjectMemory command = ProjectMemory.open(TestProjects.project(home), asking)) {
            assertEquals(found, TestProjects.search(command, "zebra"));
        }
        String uses = Files.readString(workspace.resolve(".state/uses"));
        assertEquals("MEMORY.md\t1 " + CLOCK.millis() + "\n", uses);
    }

    @Test
    void an_undo_restores_a_removed_page() {
        try (ProjectMemory room = open()) {
            room.memory().add("cli", "Use tabs, never spaces.");
            room.delete("cli", "memory/2026-04-05.md");
            assertTrue(TestProjects.search(room, "tabs").hits().isEmpty());
            room.memory().workspace().undo();
            assertFalse(TestProjects.search(room, "tabs").hits().isEmpty());
        }
    }

    @Test
    void only_pages_of_the_workspace_can_be_removed() {
        try (ProjectMemory room = open()) {
            assertThrows(ProxyException.class, () -> room.delete("cli", "memory/none.md"));
            assertThrows(RuntimeException.class, () -> room.delete("cli", "../escape.md"));
        }
    }

    @Test
    void the_index_is_stored_and_can_be_rebuilt() throws IOException {
        try (ProjectMemory room = open()) {
            room.memory().add("cli", "Deploys happen on Tuesdays.");
            assertEquals(1, TestProjects.search(room, "deploys").hits().size());
        }
        try (ProjectMemory room = open()) {
            assertEquals(1, TestProjects.search(room, "tuesdays").hits().size());
        }
        try (Stream<Path> files = Files.walk(home.resolve("index"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        try (ProjectMemory room = open()) {
            assertEquals(1, TestProjects.search(room, "tuesdays").hits().size());
        }
    }
}
