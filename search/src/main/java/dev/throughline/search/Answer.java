package dev.throughline.search;

import java.util.List;

/**
 * What a search found.
 *
 * @param waiting chunks that are found by word already and by meaning later
 */
public record Answer(List<Hit> hits, Status status, int waiting) {
    public Answer {
        hits = List.copyOf(hits);
    }
}
