package dev.throughline.server.config;

import dev.throughline.memory.index.SearchSettings;
import dev.throughline.server.config.Key.Place;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How memory and sessions are searched. Part of {@link Keys#ALL}. */
public final class SearchKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<SearchSettings.Embeddings> EMBEDDINGS = KEYS.key(
            "search.embeddings",
            ValueTypes.word(SearchSettings.Embeddings.class),
            SearchSettings.Embeddings.AUTO,
            "who computes embeddings: auto, local, openai, gemini, custom or none");
    public static final Key<Optional<String>> SEARCH_MODEL = KEYS.optional(
            "search.model", ValueTypes.TEXT, "the embedding model, where the provider's usual one is not wanted");
    public static final Key<Optional<URI>> SEARCH_URL =
            KEYS.optional("search.url", ValueTypes.URL, "the URL of the embedding model; required for custom");
    public static final Key<Optional<String>> SEARCH_KEY = KEYS.secret("search.key", "a key for the embedding model");
    public static final Key<Map<String, String>> SEARCH_HEADERS = KEYS.add(new Key<>(
            "search.headers",
            Key.flag("search.headers"),
            ValueTypes.HEADERS,
            _ -> Map.of(),
            "headers for the embedding model, with custom",
            Place.SECRET));
    public static final Key<List<Path>> SEARCH_PATHS = KEYS.key(
            "search.paths",
            ValueTypes.PATHS,
            List.of(),
            "Markdown files and folders that are searched in addition to memory");
    public static final Key<SearchSettings.Fused> FUSION = KEYS.key(
            "search.fusion",
            ValueTypes.word(SearchSettings.Fused.class),
            SearchSettings.Fused.EVIDENCE,
            "how keyword and semantic rankings are combined: evidence, ranks or weights");
    public static final Key<Integer> MEANING_PERCENT = KEYS.key(
            "search.meaning_percent",
            ValueTypes.from(0, 100),
            70,
            "the weight of the semantic score in percent, with search.fusion: weights");
    public static final Key<Integer> RELEVANCE_PERCENT = KEYS.key(
            "search.relevance_percent",
            ValueTypes.from(0, 100),
            100,
            "below 100, results that say something new come before results that repeat");
    public static final Key<Integer> HALF_LIFE_DAYS = KEYS.key(
            "search.half_life_days", ValueTypes.COUNT, 0, "days after which a dated result counts half; 0 for never");
    public static final Key<Integer> LEAST_FIT_PERCENT = KEYS.key(
            "search.least_fit_percent",
            ValueTypes.from(0, 100),
            (int) Math.round(100 * SearchSettings.Order.MIN_FIT),
            "how well a hit must fit the question; below it search says that nothing fits; 0 shows whatever is"
                    + " nearest");
    public static final Key<Integer> CANDIDATES = KEYS.key(
            "search.candidates", ValueTypes.from(1, 100), 4, "how many candidates are compared for each result");
    public static final Key<Integer> SNIPPET_CHARACTERS = KEYS.key(
            "search.snippet_characters", ValueTypes.from(50, 10_000), 700, "the length of a snippet in characters");
    public static final Key<Integer> CHUNK_TOKENS = KEYS.key(
            "search.chunk_tokens", ValueTypes.from(50, 2_000), 400, "the length of an indexed chunk in tokens");
    public static final Key<Integer> CHUNK_OVERLAP = KEYS.key(
            "search.chunk_overlap",
            ValueTypes.from(0, 1_000),
            80,
            "tokens that neighbouring chunks share, at most half a chunk");
    public static final Key<Integer> CACHED_VECTORS = KEYS.key(
            "search.cached_vectors",
            ValueTypes.from(0, 10_000_000),
            50_000,
            "how many embedding vectors are cached on disk");

    static final List<Key<?>> ALL = KEYS.all();

    private SearchKeys() {}
}
