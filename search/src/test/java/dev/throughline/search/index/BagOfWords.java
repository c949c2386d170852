package dev.throughline.search.index;

import dev.throughline.model.ProxyException;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.Vectors;
import dev.throughline.search.text.SearchTerms;
import java.util.List;

/** An embedder for tests: texts with common words have similar vectors. Tests can make it fail. */
final class BagOfWords implements Embedder {
    private final String name;
    volatile boolean isDown;
    volatile boolean isBroken;
    volatile int length = 64;

    BagOfWords(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int maxTokens() {
        return 512;
    }

    @Override
    public int batch() {
        return 5;
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        return texts.stream().map(this::query).toList();
    }

    @Override
    public float[] query(String text) {
        if (isBroken) {
            throw new IllegalStateException("a bug in the embedder");
        }
        if (isDown) {
            throw new ProxyException(ProxyException.Kind.UPSTREAM, "embedding_failed", "the embedder is down");
        }
        float[] vector = new float[length];
        for (String word : SearchTerms.of(text).stems()) {
            vector[Math.floorMod(word.hashCode(), vector.length)]++;
        }
        return Vectors.unit(vector);
    }

    @Override
    public void close() {}
}
