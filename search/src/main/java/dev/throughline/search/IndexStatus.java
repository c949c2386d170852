package dev.throughline.search;

import java.util.Optional;

/**
 * The size and the state of an index.
 *
 * @param waiting chunks without a vector, which only keyword search finds
 * @param embedder its name; empty if there is none
 * @param building the progress of the generation that will replace the serving one, if there is one
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
    /** The progress of a new generation: documents copied and chunks embedded. It serves once both are complete. */
    public record RebuildProgress(int documentsDone, int documents, int chunksDone, int chunks) {}

    /** The status of an index that does not exist. */
    public static final IndexStatus NOTHING =
            new IndexStatus(0, 0, 0, 0, /* isReadOnly= */ false, "", Optional.empty(), new SearchStatus.Ok());

    /** This status with another {@link SearchStatus}. */
    public IndexStatus as(SearchStatus other) {
        return new IndexStatus(documents, chunks, waiting, bytes, isReadOnly, embedder, building, other);
    }

    /** Chunks that are still to be embedded, in the new generation if there is one. */
    public int unfinished() {
        return building.map(next -> Math.max(1, next.chunks() - next.chunksDone()))
                .orElse(waiting);
    }
}
