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
 * What a search found:
 *
 * <pre>
 *   {"status":"degraded","why":"…","remedy":"","waiting":3,"unfit":0,
 *    "results":[{"id":"…","path":"…","from":1,"to":4,"score":0.83,"snippet":"…","source":"memory","citation":"…",
 *                "date":"2026-04-05"}]}
 * </pre>
 */
public record SearchView(@JsonUnwrapped State state, List<Result> results) {
    /**
     * How far the results can be trusted.
     *
     * @param unfit candidates that were left out because they do not fit the question
     */
    public record State(String status, String why, String remedy, int waiting, int unfit) {
        public static State of(SearchResult answer) {
            return new State(
                    answer.status().word(),
                    SearchView.why(answer.status()),
                    answer.status() instanceof SearchStatus.Unavailable not ? not.remedy() : "",
                    answer.waiting(),
                    answer.unfit());
        }
    }

    /** A hit; {@code date} is empty if it has none. */
    public record Result(
            String id,
            String path,
            int from,
            int to,
            double score,
            String snippet,
            String source,
            String citation,
            String date) {
        public static Result of(SearchHit hit) {
            return new Result(
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

    public static SearchView of(SearchResult answer) {
        return new SearchView(
                State.of(answer), answer.hits().stream().map(Result::of).toList());
    }

    /** The answer that this is a view of. */
    public SearchResult answer() {
        SearchStatus status =
                switch (state.status()) {
                    case "ok" -> new SearchStatus.Ok();
                    case "degraded" -> new SearchStatus.Degraded(state.why());
                    default -> new SearchStatus.Unavailable(state.why(), state.remedy());
                };
        return new SearchResult(results.stream().map(Result::hit).toList(), status, state.waiting(), state.unfit());
    }

    static String why(SearchStatus status) {
        return switch (status) {
            case SearchStatus.Ok _ -> "";
            case SearchStatus.Degraded degraded -> degraded.why();
            case SearchStatus.Unavailable not -> not.why();
        };
    }
}
