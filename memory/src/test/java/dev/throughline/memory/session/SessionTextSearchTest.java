package dev.throughline.memory.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.Projects;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionTextSearchTest {
    private static final SearchStatus DEGRADED = new SearchStatus.Degraded("by keywords only");

    @TempDir
    private Path home = Path.of("");

    private Projects projects;

    @BeforeEach
    void parser() throws Exception {
        Files.createDirectories(home.resolve("projects/parser-1a2b3c4d/index"));
        projects = new Projects(home, /* isByProject= */ true, Optional.empty());
    }

    private static SearchHit hit(String path, double score) {
        return new SearchHit("said:" + path, path, 1, 1, score, "text", SearchScope.SESSIONS, null);
    }

    private SearchResult search(int most, Map<String, SearchResult> byName) {
        return new SessionTextSearch(projects)
                .search(
                        most,
                        project -> byName.getOrDefault(
                                project.name(), new SearchResult(List.of(), new SearchStatus.Ok(), 0)));
    }

    @Test
    void the_indexes_of_all_projects_and_of_sessions_without_readers_are_searched() {
        List<Project> searched = new ArrayList<>();
        var _ = new SessionTextSearch(projects).search(5, project -> {
            searched.add(project);
            return new SearchResult(List.of(), new SearchStatus.Ok(), 0);
        });
        assertEquals(List.of(projects.shared(), projects.find("parser-1a2b3c4d"), projects.ownerOnly()), searched);
    }

    @Test
    void the_best_texts_of_all_indexes_are_returned_each_once() {
        SearchResult found = search(
                3,
                Map.of(
                        "",
                        new SearchResult(List.of(hit("a", 0.5), hit("b", 0.4)), new SearchStatus.Ok(), 1, 2),
                        "parser-1a2b3c4d",
                        new SearchResult(List.of(hit("b", 0.6)), new SearchStatus.Ok(), 1, 2),
                        "owner-only",
                        new SearchResult(List.of(hit("group", 0.9), hit("last", 0.1)), new SearchStatus.Ok(), 1, 2)));
        assertEquals(
                new SearchResult(List.of(hit("group", 0.9), hit("b", 0.6), hit("a", 0.5)), new SearchStatus.Ok(), 3, 6),
                found);
    }

    @Test
    void a_problem_with_one_index_is_reported() {
        assertEquals(
                DEGRADED,
                search(3, Map.of("owner-only", new SearchResult(List.of(), DEGRADED, 0)))
                        .status());
    }
}
