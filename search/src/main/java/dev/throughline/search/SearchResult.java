package dev.throughline.search;

import java.util.List;

/**
 * The hits of a search.
 *
 * @param waiting chunks without a vector, which only keyword search finds
 * @param unfit candidates that were left out because their {@link Candidate#fit} is too low
 */
public record SearchResult(List<SearchHit> hits, SearchStatus status, int waiting, int unfit) {
    public SearchResult {
        hits = List.copyOf(hits);
    }

    /** A result without candidates that were left out. */
    public SearchResult(List<SearchHit> hits, SearchStatus status, int waiting) {
        this(hits, status, waiting, 0);
    }

    /** The same result with a problem, unless it has one already. */
    public SearchResult degraded(String why) {
        return status instanceof SearchStatus.Ok
                ? new SearchResult(hits, new SearchStatus.Degraded(why), waiting, unfit)
                : this;
    }

    /** Whether there were candidates but all of them were left out. */
    public boolean hasOnlyUnfit() {
        return hits.isEmpty() && unfit > 0;
    }
}
