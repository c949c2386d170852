package dev.throughline.bench.retrieval;

import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.Vectors;
import dev.throughline.search.text.SearchTerms;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Vectors in a tenth of a millisecond: the sum of one random direction for each different word stem of a text.
 *
 * <p>The local model would need three hours for a hundred thousand chunks. What is measured with these is how long the
 * index takes, which depends on how many vectors there are, on their width and on how they lie together; texts on one
 * subject lie together here too. They say nothing about how well is found. Safe for use by many threads.
 */
final class HashedWords implements Embedder {
    private static final int WIDTH = 384;
    private static final int BATCH = 2_048;
    private static final int SHORTEST_WORD = 4;

    private final @Nullable Embedder paid;

    /**
     * @param paid asked for each query as well, and its answer thrown away, so that a query costs what it costs with a
     *     real model; null to ask nobody
     */
    HashedWords(@Nullable Embedder paid) {
        this.paid = paid;
    }

    @Override
    public String name() {
        return "bench:hashed-words";
    }

    @Override
    public int maxTokens() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int batch() {
        return BATCH;
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        return texts.stream().map(HashedWords::vector).toList();
    }

    @Override
    public float[] query(String text) {
        if (paid != null && paid.query(text).length == 0) {
            throw new IllegalStateException("expected a vector from " + paid.name() + ", found none");
        }
        return vector(text);
    }

    static float[] vector(String text) {
        float[] sum = new float[WIDTH];
        for (String stem : new HashSet<>(SearchTerms.of(text).stems())) {
            if (stem.length() >= SHORTEST_WORD) {
                add(sum, stem.hashCode());
            }
        }
        sum[0] += 1e-3f;
        return Vectors.unit(sum);
    }

    /** Adds a direction of ones and minus ones that belongs to a number. */
    private static void add(float[] sum, long seed) {
        long bits = 0;
        long state = seed;
        for (int i = 0; i < sum.length; i++) {
            if (i % Long.SIZE == 0) {
                // The mixing of SplitMix64: neighbouring numbers give bits that have nothing in common.
                state += 0x9E3779B97F4A7C15L;
                bits = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
                bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
                bits ^= bits >>> 31;
            }
            sum[i] += (bits & 1) == 0 ? 1 : -1;
            bits >>>= 1;
        }
    }

    @Override
    public void close() {}
}
