package dev.throughline.search.embed;

import java.util.List;
import java.util.Optional;

/**
 * Turns texts into vectors whose directions are close when the texts mean something close.
 *
 * <p>Safe for use by many threads. Vectors have length one, so that their inner product is their cosine. A call blocks,
 * has its own time limit, and ends with a {@link dev.throughline.model.ProxyException} when there are no vectors to be
 * had; whoever calls goes on with words alone and says so.
 */
public interface Embedder extends AutoCloseable {
    /** Provider and model, as in {@code local:bge-small-en-v1.5-q}: vectors of two names cannot be compared. */
    String name();

    /** How many pieces of text it reads; what is longer is cut by us or by the provider. */
    int maxTokens();

    /**
     * How near its vectors are when texts have to do with each other; empty for a model of which nobody measured it.
     * Whoever needs to know goes by the order of hits then.
     */
    default Optional<Nearness> nearness() {
        return Optional.empty();
    }

    /**
     * What the cosines of a model mean: one model's related texts are another one's strangers.
     *
     * @param related from which cosine on a text may be about what is asked
     * @param close from which cosine on it surely is
     */
    record Nearness(double related, double close) {}

    /** How many texts are best given at once. */
    int batch();

    /** One vector for each text that can be found, in their order. */
    List<float[]> documents(List<String> texts);

    /** The vector of what is looked for; some models read a question in another way than an answer. */
    float[] query(String text);

    @Override
    void close();
}
