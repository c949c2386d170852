package dev.throughline.search.index;

import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * With what an index is opened.
 *
 * @param embedder shared by all indexes of a process and closed by whoever made it; null to search by words alone
 * @param cachedVectors how many vectors are remembered on disk, so that a text that comes again costs nothing
 */
public record Settings(@Nullable Embedder embedder, InstantSource clock, int cachedVectors) {
    public static Settings with(@Nullable Embedder embedder) {
        return new Settings(embedder, InstantSource.system(), VectorCache.USUAL_MOST);
    }

    String embedderName() {
        return embedder == null ? "" : embedder.name();
    }
}
