package dev.throughline.search;

import java.util.List;

/**
 * What a search found.
 *
 * @param waiting chunks that are found by word already and by meaning later
 * @param unfit candidates that were left out because they do not fit what was asked for
 */
public record Answer(List<Hit> hits, Status status, int waiting, int unfit) {
    public Answer {
        hits = List.copyOf(hits);
    }

    /** An answer that left nothing out. */
    public Answer(List<Hit> hits, Status status, int waiting) {
        this(hits, status, waiting, 0);
    }

    /** Whether there were candidates and none of them fits. */
    public boolean isNothingFitting() {
        return hits.isEmpty() && unfit > 0;
    }
}
