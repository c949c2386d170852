package dev.throughline.search;

import java.util.List;

/**
 * What a search found.
 *
 * @param waiting chunks that are found by word already and by meaning later
 * @param unfit candidates that were left out because they do not fit what was asked for
 */
public record SearchResult(List<SearchHit> hits, SearchStatus status, int waiting, int unfit) {
    public SearchResult {
        hits = List.copyOf(hits);
    }

    /** An answer that left nothing out. */
    public SearchResult(List<SearchHit> hits, SearchStatus status, int waiting) {
        this(hits, status, waiting, 0);
    }

    /** Whether there were candidates and none of them fits. */
    public boolean hasOnlyUnfit() {
        return hits.isEmpty() && unfit > 0;
    }
}
