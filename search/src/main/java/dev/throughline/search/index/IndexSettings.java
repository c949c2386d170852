package dev.throughline.search.index;

import dev.throughline.search.SearchLimits;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import dev.throughline.search.text.Chunker;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * With what an index is opened.
 *
 * @param embedder shared by all indexes of a process and closed by whoever made it; null to search by words alone
 */
public record IndexSettings(@Nullable Embedder embedder, InstantSource clock, Sizes sizes) {
    /**
     * How long things are, and how many.
     *
     * @param candidates how many are looked at by word and by meaning, as a multiple of the wanted results
     * @param snippetCharacters how much of a chunk is shown
     * @param cachedVectors how many vectors are remembered on disk, so that a text that comes again costs nothing
     */
    public record Sizes(Chunker.ChunkSize chunks, int candidates, int snippetCharacters, int cachedVectors) {
        public static final Sizes DEFAULT =
                new Sizes(Chunker.ChunkSize.DEFAULT, 4, SearchLimits.MAX_SNIPPET_LENGTH, VectorCache.DEFAULT_SIZE);
    }

    public static IndexSettings with(@Nullable Embedder embedder) {
        return new IndexSettings(embedder, InstantSource.system(), Sizes.DEFAULT);
    }

    IndexFormat recipe() {
        return IndexFormat.with(chunks(), embedderName());
    }

    /**
     * How long chunks are, and never longer than the embedder reads: the rest would be found by its words only. As
     * tokens are estimated, and the headings above are read too, a fifth is left free.
     */
    private Chunker.ChunkSize chunks() {
        Chunker.ChunkSize wanted = sizes.chunks();
        int most = embedder == null ? wanted.tokens() : embedder.maxTokens() - embedder.maxTokens() / 5;
        return new Chunker.ChunkSize(Math.min(wanted.tokens(), most), wanted.overlap());
    }

    String embedderName() {
        return embedder == null ? "" : embedder.name();
    }
}
