package dev.throughline.memory.session;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.model.ItemKind;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.workingset.fragment.StateBlock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Searches the texts of all sessions of a home, for the owner of the home: the indexes of all projects, and by keywords
 * the sessions that are in no index because no other session may find them, such as groups and sub-agents. Safe for use
 * by many threads.
 *
 * @param cache reads sessions that are in no index
 */
public record SessionTextSearch(RecallCache cache, SessionProjects sessionProjects) {
    /** The most sessions without an index that are searched, the most recently changed first. */
    private static final int MAX_UNINDEXED = 200;

    private static final SnippetFinder.SnippetLimits SNIPPETS = new SnippetFinder.SnippetLimits(3, 2_000);

    /** The score of the best text of a session without an index: it is not comparable, so indexed texts are first. */
    private static final double UNINDEXED_SCORE = 0.3;

    /**
     * Searches.
     *
     * @param byIndex searches the index of a project
     */
    public SearchResult search(
            String text,
            int most,
            Set<SearchScope> scopes,
            List<Project> projects,
            Function<Project, SearchResult> byIndex) {
        Map<String, SearchHit> hits = new LinkedHashMap<>();
        SearchStatus status = new SearchStatus.Ok();
        int waiting = 0;
        int unfit = 0;
        for (Project project : projects) {
            SearchResult result = byIndex.apply(project);
            result.hits().forEach(hit -> hits.merge(hit.citation(), hit, SessionTextSearch::better));
            status = result.status() instanceof SearchStatus.Ok ? status : result.status();
            waiting += result.waiting();
            unfit += result.unfit();
        }
        sessionProjects
                .sessions()
                .filter(card -> !card.hasOnlySideRequests() && !sessionProjects.isSearchable(card))
                .limit(MAX_UNINDEXED)
                .flatMap(card -> unindexed(card, text, scopes).stream())
                .forEach(hit -> hits.putIfAbsent(hit.citation(), hit));
        List<SearchHit> best = hits.values().stream()
                .sorted(Comparator.comparingDouble(SearchHit::score).reversed())
                .limit(most)
                .toList();
        return new SearchResult(best, status, waiting, unfit);
    }

    private static SearchHit better(SearchHit one, SearchHit other) {
        return one.score() >= other.score() ? one : other;
    }

    private List<SearchHit> unindexed(SessionCard card, String text, Set<SearchScope> scopes) {
        List<StateBlock.Snippet> snippets = cache.read(
                card.ref(),
                recall -> SnippetFinder.of(
                        recall,
                        new SnippetFinder.SnippetScope(
                                recall.finder(),
                                node -> scopes.contains(scope(node.kind())),
                                each -> Redaction.of(each).text(),
                                /* hasRecall= */ true,
                                SNIPPETS),
                        text));
        List<SearchHit> hits = new ArrayList<>();
        for (StateBlock.Snippet snippet : snippets) {
            String path = "sessions/" + card.ref().id() + "/" + snippet.handle();
            boolean isMessage =
                    Set.of(ItemKind.USER.word(), ItemKind.ASSISTANT.word()).contains(snippet.tool());
            hits.add(new SearchHit(
                    "said:" + card.ref().id() + "/" + snippet.handle(),
                    path,
                    1,
                    Math.max(1, (int) snippet.text().lines().count()),
                    UNINDEXED_SCORE / (hits.size() + 1),
                    snippet.text(),
                    isMessage ? SearchScope.SESSIONS : SearchScope.ARCHIVE,
                    LocalDate.parse(snippet.date())));
        }
        return hits;
    }

    /** The scope of an item; memory, which is not searched here, for items that are not part of the conversation. */
    private static SearchScope scope(ItemKind kind) {
        return switch (kind) {
            case USER, ASSISTANT -> SearchScope.SESSIONS;
            case TOOL_CALL, TOOL_RESULT -> SearchScope.ARCHIVE;
            case SYSTEM, REASONING, OTHER -> SearchScope.MEMORY;
        };
    }
}
