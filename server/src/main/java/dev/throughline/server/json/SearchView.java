package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/**
 * The result of a search:
 *
 * <pre>
 *   {"status":"degraded","why":"…","remedy":"","waiting":3,"unfit":0,
 *    "results":[{"id":"…","path":"…","from":1,"to":4,"score":0.83,"snippet":"…","source":"memory","citation":"…",
 *                "date":"2026-04-05"}]}
 * </pre>
 */
public record SearchView(@JsonUnwrapped StatusView state, List<HitView> results) {
    /**
     * How complete the results are.
     *
     * @param waiting chunks that semantic search does not find yet
     * @param unfit candidates that were omitted because they are not relevant enough
     */
    public record StatusView(String status, String why, String remedy, int waiting, int unfit) {
        public static StatusView of(SearchResult result) {
            return new StatusView(
                    result.status().word(),
                    SearchView.why(result.status()),
                    SearchView.remedy(result.status()),
                    result.waiting(),
                    result.unfit());
        }
    }

    /** A hit; {@code date} is empty if it has none. */
    public record HitView(
            String id,
            String path,
            int from,
            int to,
            double score,
            String snippet,
            String source,
            String citation,
            String date) {
        public static HitView of(SearchHit hit) {
            return new HitView(
                    hit.id(),
                    hit.path(),
                    hit.fromLine(),
                    hit.toLine(),
                    hit.score(),
                    hit.snippet(),
                    hit.scope().name().toLowerCase(Locale.ROOT),
                    hit.citation(),
                    hit.date() == null ? "" : hit.date().toString());
        }

        private SearchHit hit() {
            SearchScope scope = SearchScope.valueOf(source.toUpperCase(Locale.ROOT));
            return new SearchHit(
                    id, path, from, to, score, snippet, scope, date.isEmpty() ? null : LocalDate.parse(date));
        }
    }

    public static SearchView of(SearchResult result) {
        return new SearchView(
                StatusView.of(result), result.hits().stream().map(HitView::of).toList());
    }

    /** The search result that this is a view of. */
    public SearchResult result() {
        SearchStatus status =
                switch (state.status()) {
                    case "ok" -> new SearchStatus.Ok();
                    case "degraded" -> new SearchStatus.Degraded(state.why());
                    default -> new SearchStatus.Unavailable(state.why(), state.remedy());
                };
        return new SearchResult(results.stream().map(HitView::hit).toList(), status, state.waiting(), state.unfit());
    }

    static String why(SearchStatus status) {
        return switch (status) {
            case SearchStatus.Ok _ -> "";
            case SearchStatus.Degraded degraded -> degraded.why();
            case SearchStatus.Unavailable unavailable -> unavailable.why();
        };
    }

    static String remedy(SearchStatus status) {
        return status instanceof SearchStatus.Unavailable unavailable ? unavailable.remedy() : "";
    }
}
