package dev.throughline.bench.retrieval;

import dev.throughline.search.embed.Embedder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** An embedder that remembers the vectors of all questions: each is asked in several ways. */
record CachedQueryEmbedder(Embedder inner, Map<String, float[]> known) implements Embedder {
    CachedQueryEmbedder(Embedder inner) {
        this(inner, new ConcurrentHashMap<>());
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public int maxTokens() {
        return inner.maxTokens();
    }

    @Override
    public Optional<Nearness> nearness() {
        return inner.nearness();
    }

    @Override
    public int batch() {
        return inner.batch();
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        return inner.documents(texts);
    }

    @Override
    public float[] query(String text) {
        return known.computeIfAbsent(text, inner::query);
    }

    @Override
    public void close() {
        inner.close();
    }
}
