package dev.throughline.server.config;

import dev.throughline.memory.index.SearchSettings;
import dev.throughline.search.Diversity;
import dev.throughline.search.RankFusion;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.search.text.Chunker;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the search over memory and sessions. Part of {@link Keys#ALL}. */
public final class SearchKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<SearchSettings.Embeddings> EMBEDDINGS = KEYS.key(
            "search.embeddings",
            ValueType.oneOf(SearchSettings.Embeddings.class),
            SearchSettings.Embeddings.AUTO,
            "the embedder for semantic search: auto, local, openai, gemini, custom or none");
    public static final Key<Optional<String>> SEARCH_MODEL =
            KEYS.optional("search.model", ValueType.TEXT, "the embedding model, instead of the provider's default");
    public static final Key<Optional<URI>> SEARCH_URL =
            KEYS.optional("search.url", ValueType.URL, "the URL of the embedding model; required for custom");
    public static final Key<Optional<String>> SEARCH_KEY = KEYS.secret("search.key");
    public static final Key<Map<String, String>> SEARCH_HEADERS =
            KEYS.secret("search.headers", ValueType.HEADERS, Map.of());
    public static final Key<List<Path>> SEARCH_PATHS = KEYS.key(
            "search.paths",
            ValueType.PATHS,
            List.of(),
            "Markdown files and folders that are searched in addition to memory");
    public static final Key<SearchSettings.Fused> FUSION = KEYS.key(
            "search.fusion",
            ValueType.oneOf(SearchSettings.Fused.class),
            SearchSettings.Fused.EVIDENCE,
            "how keyword and semantic rankings are combined: evidence, ranks or weights");
    public static final Key<Integer> MEANING_PERCENT = KEYS.percent("search.meaning_percent", 70);
    public static final Key<Integer> RELEVANCE_PERCENT = KEYS.percent("search.relevance_percent", 100);
    public static final Key<Integer> HALF_LIFE_DAYS = KEYS.count("search.half_life_days", 0);
    public static final Key<Integer> LEAST_FIT_PERCENT =
            KEYS.percent("search.least_fit_percent", (int) Math.round(100 * SearchSettings.HitOrder.MIN_FIT));
    public static final Key<Integer> CANDIDATES = KEYS.number("search.candidates", 1, 100, 4);
    public static final Key<Integer> SNIPPET_CHARACTERS = KEYS.number("search.snippet_characters", 50, 10_000, 700);
    public static final Key<Integer> CHUNK_TOKENS = KEYS.number("search.chunk_tokens", 50, 2_000, 400);
    public static final Key<Integer> CHUNK_OVERLAP = KEYS.number("search.chunk_overlap", 0, 1_000, 80);
    public static final Key<Integer> CACHED_VECTORS = KEYS.number("search.cached_vectors", 0, 10_000_000, 50_000);

    static final List<Key<?>> ALL = KEYS.all();

    private SearchKeys() {}

    public static SearchSettings settings(Config config) {
        return new SearchSettings(
                config.value(EMBEDDINGS),
                config.value(SEARCH_MODEL),
                config.value(SEARCH_URL),
                config.value(SEARCH_KEY),
                config.value(SEARCH_HEADERS),
                config.value(SEARCH_PATHS),
                order(config),
                new IndexSettings.Sizes(
                        new Chunker.ChunkSize(config.value(CHUNK_TOKENS), config.value(CHUNK_OVERLAP)),
                        config.value(CANDIDATES),
                        config.value(SNIPPET_CHARACTERS),
                        config.value(CACHED_VECTORS)));
    }

    private static SearchSettings.HitOrder order(Config config) {
        double meaning = config.value(MEANING_PERCENT) / 100.0;
        RankFusion fusion =
                switch (config.value(FUSION)) {
                    case EVIDENCE -> isCalibrated(config.value(EMBEDDINGS)) ? RankFusion.DEFAULT : RankFusion.BY_RANK;
                    case RANKS -> RankFusion.BY_RANK;
                    case WEIGHTS -> new RankFusion.Scores(1 - meaning, meaning);
                };
        int relevance = config.value(RELEVANCE_PERCENT);
        return new SearchSettings.HitOrder(
                fusion,
                relevance == 100 ? Optional.empty() : Optional.of(new Diversity(relevance / 100.0)),
                config.value(HALF_LIFE_DAYS),
                config.value(LEAST_FIT_PERCENT) / 100.0);
    }

    /** Whether the embedding model is the one whose cosines evidence was calibrated with. */
    private static boolean isCalibrated(SearchSettings.Embeddings embeddings) {
        return switch (embeddings) {
            case AUTO, LOCAL, NONE -> true;
            case OPENAI, GEMINI, CUSTOM -> false;
        };
    }
}
