package dev.throughline.app.config;

import static dev.throughline.app.config.Key.flag;
import static dev.throughline.app.config.Key.key;
import static dev.throughline.app.config.Key.maybe;
import static dev.throughline.app.config.Key.secret;

import dev.throughline.app.config.Key.Place;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How memory and sessions are searched. Part of {@link Keys#ALL}. */
public final class SearchKeys {
    public static final Key<SearchSettings.Embeddings> EMBEDDINGS = key(
            "search.embeddings",
            Kinds.word(SearchSettings.Embeddings.class),
            SearchSettings.Embeddings.AUTO,
            "who compares meaning: auto, local, openai, gemini, custom or none");
    public static final Key<Optional<String>> SEARCH_MODEL =
            maybe("search.model", Kinds.TEXT, "the embedding model, where the provider's usual one is not wanted");
    public static final Key<Optional<URI>> SEARCH_URL =
            maybe("search.url", Kinds.URL, "where the embedding model is; required for custom");
    public static final Key<Optional<String>> SEARCH_KEY = secret("search.key", "a key for the embedding model");
    public static final Key<Map<String, String>> SEARCH_HEADERS = new Key<>(
            "search.headers",
            flag("search.headers"),
            Kinds.HEADERS,
            _ -> Map.of(),
            "headers for the embedding model, with custom",
            Place.SECRET);
    public static final Key<List<Path>> SEARCH_PATHS = key(
            "search.paths", Kinds.PATHS, List.of(), "files and folders of Markdown that are searched beside memory");
    public static final Key<SearchSettings.Fused> FUSION = key(
            "search.fusion",
            Kinds.word(SearchSettings.Fused.class),
            SearchSettings.Fused.EVIDENCE,
            "how the orders by word and by meaning become one: evidence, ranks or weights");
    public static final Key<Integer> MEANING_PERCENT =
            key("search.meaning_percent", Kinds.from(0, 100), 70, "what meaning weighs, with search.fusion: weights");
    public static final Key<Integer> RELEVANCE_PERCENT = key(
            "search.relevance_percent",
            Kinds.from(0, 100),
            100,
            "below 100, hits that say something new come before hits that repeat");
    public static final Key<Integer> HALF_LIFE_DAYS =
            key("search.half_life_days", Kinds.COUNT, 0, "after how many days what is dated counts half; 0 for never");
    public static final Key<Integer> LEAST_FIT_PERCENT = key(
            "search.least_fit_percent",
            Kinds.from(0, 100),
            (int) Math.round(100 * SearchSettings.Order.LEAST_FIT),
            "how well a hit must fit the question; below it search says that nothing fits; 0 shows whatever is"
                    + " nearest");
    public static final Key<Integer> CANDIDATES =
            key("search.candidates", Kinds.from(1, 100), 4, "how many candidates are compared for each result");
    public static final Key<Integer> SNIPPET_CHARACTERS =
            key("search.snippet_characters", Kinds.from(50, 10_000), 700, "how long a snippet is");
    public static final Key<Integer> CHUNK_TOKENS =
            key("search.chunk_tokens", Kinds.from(50, 2_000), 400, "how long the pieces are that texts are cut into");
    public static final Key<Integer> CHUNK_OVERLAP = key(
            "search.chunk_overlap",
            Kinds.from(0, 1_000),
            80,
            "with how much of one piece the next begins, half a piece at most");
    public static final Key<Integer> CACHED_VECTORS =
            key("search.cached_vectors", Kinds.from(0, 10_000_000), 50_000, "how many vectors are remembered on disk");

    static final List<Key<?>> ALL = List.of(
            EMBEDDINGS,
            SEARCH_MODEL,
            SEARCH_URL,
            SEARCH_KEY,
            SEARCH_HEADERS,
            SEARCH_PATHS,
            FUSION,
            MEANING_PERCENT,
            RELEVANCE_PERCENT,
            HALF_LIFE_DAYS,
            LEAST_FIT_PERCENT,
            CANDIDATES,
            SNIPPET_CHARACTERS,
            CHUNK_TOKENS,
            CHUNK_OVERLAP,
            CACHED_VECTORS);

    private SearchKeys() {}
}
