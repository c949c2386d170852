package dev.throughline.memory.session;

import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.Projects;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchStatus;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Searches the texts of all sessions of a home, for the owner of the home: the indexes of all projects, and the one of
 * the sessions that no other session may find. Nothing else reads the latter. Safe for use by many threads.
 */
public record SessionTextSearch(Projects projects) {
    /**
     * Searches all indexes. A text that is in several of them is found once.
     *
     * @param most the most hits
     * @param byIndex searches the index of a project
     */
    public SearchResult search(int most, Function<Project, SearchResult> byIndex) {
        Map<String, SearchHit> hits = new LinkedHashMap<>();
        SearchStatus status = new SearchStatus.Ok();
        int waiting = 0;
        int unfit = 0;
        for (Project project : projects.indexed()) {
            SearchResult result = byIndex.apply(project);
            result.hits().forEach(hit -> hits.merge(hit.citation(), hit, SessionTextSearch::better));
            status = result.status() instanceof SearchStatus.Ok ? status : result.status();
            waiting += result.waiting();
            unfit += result.unfit();
        }
        List<SearchHit> best = hits.values().stream()
                .sorted(Comparator.comparingDouble(SearchHit::score).reversed())
                .limit(most)
                .toList();
        return new SearchResult(best, status, waiting, unfit);
    }

    private static SearchHit better(SearchHit one, SearchHit other) {
        return one.score() >= other.score() ? one : other;
    }
}
