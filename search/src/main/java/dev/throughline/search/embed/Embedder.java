package dev.throughline.search.embed;

import java.util.List;
import java.util.Optional;

/**
 * Turns texts into vectors: the cosine of two vectors is high if their texts have a similar meaning.
 *
 * <p>Safe for use by many threads. Vectors have length one, so that their inner product is their cosine. A call blocks,
 * has its own time limit, and throws {@link dev.throughline.model.ProxyException} if it fails; the caller then uses
 * keyword search only and says so.
 */
public interface Embedder extends AutoCloseable {
    /**
     * Provider and model, as in {@code local:bge-small-en-v1.5-q}. Vectors of different embedders are not comparable.
     */
    String name();

    /** The most tokens of a text; the rest of a longer text is ignored. */
    int maxTokens();

    /**
     * The scale of its cosines; empty for a model that was not measured. Only the order of hits is known then.
     */
    default Optional<Nearness> nearness() {
        return Optional.empty();
    }

    /**
     * The scale of the cosines of a model, which differs between models.
     *
     * @param related the cosine from which on a text may be about the query
     * @param close the cosine from which on it certainly is
     */
    record Nearness(double related, double close) {}

    /** The best number of texts for one call of {@link #documents}. */
    int batch();

    /** The vectors of documents, in their order. */
    List<float[]> documents(List<String> texts);

    /** The vector of a query; some models treat queries and documents differently. */
    float[] query(String text);

    @Override
    void close();
}
