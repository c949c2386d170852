package dev.throughline.search;

import java.util.Optional;

/**
 * What an index holds and how it is.
 *
 * @param waiting chunks that are found by word already and by meaning later
 * @param embedder its name, or an empty text when there is none
 * @param building the generation that will replace the serving one, if one is being made
 */
public record IndexStatus(
        int documents,
        int chunks,
        int waiting,
        long bytes,
        boolean isReadOnly,
        String embedder,
        Optional<RebuildProgress> building,
        SearchStatus status) {
    /** Of an index that was never made. */
    public static final IndexStatus NOTHING =
            new IndexStatus(0, 0, 0, 0, /* isReadOnly= */ false, "", Optional.empty(), new SearchStatus.Ok());

    /** The same with another status, by who knows more. */
    public IndexStatus as(SearchStatus other) {
        return new IndexStatus(documents, chunks, waiting, bytes, isReadOnly, embedder, building, other);
    }

    /** Chunks that are still to be embedded, here or in the generation that is being made. */
    public int unfinished() {
        return building.map(next -> Math.max(1, next.chunks() - next.chunksDone()))
                .orElse(waiting);
    }
}
