package dev.throughline.search.index;

import dev.throughline.search.SearchLimits;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import dev.throughline.search.text.Chunker;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an index.
 *
 * @param embedder shared by all indexes of a process, and not closed by them; null for keyword search only
 */
public record IndexSettings(@Nullable Embedder embedder, InstantSource clock, Sizes sizes) {
    /**
     * Sizes and numbers.
     *
     * @param candidates how many candidates each kind of search collects, as a multiple of the results
     * @param snippetCharacters the most characters of a snippet
     * @param cachedVectors how many vectors are cached on disk
     */
    public record Sizes(Chunker.ChunkSize chunks, int candidates, int snippetCharacters, int cachedVectors) {
        public static final Sizes DEFAULT =
                new Sizes(Chunker.ChunkSize.DEFAULT, 4, SearchLimits.MAX_SNIPPET_LENGTH, VectorCache.DEFAULT_SIZE);
    }

    public static IndexSettings with(@Nullable Embedder embedder) {
        return new IndexSettings(embedder, InstantSource.system(), Sizes.DEFAULT);
    }

    IndexFormat format() {
        return IndexFormat.with(chunks(), embedderName());
    }

    /**
     * The chunk size, but never more than the embedder reads: the rest would have no vector. A fifth is left free,
     * because tokens are estimated and the headings above a chunk are embedded with it.
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
