package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchStatus;
import java.util.List;

/**
 * The result of a search:
 *
 * <pre>
 *   {"status":"degraded","why":"…","remedy":"","waiting":3,"unfit":0,
 *    "results":[{"id":"…","path":"…","from":1,"to":4,"score":0.83,"snippet":"…","source":"memory","citation":"…",
 *                "date":"2026-04-05"}]}
 * </pre>
 *
 * @param waiting chunks that semantic search does not find yet
 * @param unfit candidates that were omitted because they are not relevant enough
 */
public record SearchView(@JsonUnwrapped StatusView status, int waiting, int unfit, List<SearchHit> results) {
    /** How complete the results are, as in {@link SearchStatus}; {@code why} and {@code remedy} may be empty. */
    public record StatusView(String status, String why, String remedy) {
        public static StatusView of(SearchStatus status) {
            return switch (status) {
                case SearchStatus.Ok _ -> new StatusView(status.word(), "", "");
                case SearchStatus.Degraded degraded -> new StatusView(status.word(), degraded.why(), "");
                case SearchStatus.Unavailable unavailable ->
                    new StatusView(status.word(), unavailable.why(), unavailable.remedy());
            };
        }

        private SearchStatus toStatus() {
            return switch (status) {
                case "ok" -> new SearchStatus.Ok();
                case "degraded" -> new SearchStatus.Degraded(why);
                default -> new SearchStatus.Unavailable(why, remedy);
            };
        }
    }

    public static SearchView of(SearchResult result) {
        return new SearchView(StatusView.of(result.status()), result.waiting(), result.unfit(), result.hits());
    }

    /** The search result that this is a view of. */
    public SearchResult result() {
        return new SearchResult(results, status.toStatus(), waiting, unfit);
    }
}
