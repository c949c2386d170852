package dev.throughline.search.index;

import dev.throughline.search.Limits;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import dev.throughline.search.text.Chunks;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * With what an index is opened.
 *
 * @param embedder shared by all indexes of a process and closed by whoever made it; null to search by words alone
 */
public record Settings(@Nullable Embedder embedder, InstantSource clock, Measure measure) {
    /**
     * How long things are, and how many.
     *
     * @param candidates how many are looked at by word and by meaning, as a multiple of the wanted results
     * @param snippetCharacters how much of a chunk is shown
     * @param cachedVectors how many vectors are remembered on disk, so that a text that comes again costs nothing
     */
    public record Measure(Chunks.Measure chunks, int candidates, int snippetCharacters, int cachedVectors) {
        public static final Measure USUAL =
                new Measure(Chunks.Measure.USUAL, 4, Limits.LONGEST_SNIPPET, VectorCache.USUAL_MOST);
    }

    public static Settings with(@Nullable Embedder embedder) {
        return new Settings(embedder, InstantSource.system(), Measure.USUAL);
    }

    Recipe recipe() {
        return Recipe.with(chunks(), embedderName());
    }

    /**
     * How long chunks are, and never longer than the embedder reads: the rest would be found by its words only. As
     * tokens are estimated, and the headings above are read too, a fifth is left free.
     */
    private Chunks.Measure chunks() {
        Chunks.Measure wanted = measure.chunks();
        int most = embedder == null ? wanted.tokens() : embedder.mostTokens() - embedder.mostTokens() / 5;
        return new Chunks.Measure(Math.min(wanted.tokens(), most), wanted.overlap());
    }

    String embedderName() {
        return embedder == null ? "" : embedder.name();
    }
}
