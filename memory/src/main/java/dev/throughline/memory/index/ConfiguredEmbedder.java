package dev.throughline.memory.index;

import dev.throughline.model.ProxyException;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.EmbedderChoice;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The configured embedder, created at its first use. Safe for use by many threads. */
public final class ConfiguredEmbedder implements AutoCloseable {
    private final SearchSettings settings;
    private final UnaryOperator<@Nullable String> environment;
    private EmbedderChoice.@Nullable Chosen choice;

    /** @param environment returns the value of an environment variable, or null */
    public ConfiguredEmbedder(SearchSettings settings, UnaryOperator<@Nullable String> environment) {
        this.settings = settings;
        this.environment = environment;
    }

    public synchronized EmbedderChoice.Chosen choice() {
        EmbedderChoice.Chosen chosen = choice == null ? choose() : choice;
        choice = chosen;
        return chosen;
    }

    /** The scale of the cosines of the embedder; empty if there is no embedder or the scale was not measured. */
    public Optional<Embedder.Nearness> nearness() {
        Embedder embedder = choice().embedder();
        return embedder == null ? Optional.empty() : embedder.nearness();
    }

    private EmbedderChoice.Chosen choose() {
        EmbedderChoice embedders = new EmbedderChoice(
                settings.embeddings().name().toLowerCase(Locale.ROOT),
                settings.model().orElse(null),
                settings.url().map(Object::toString).orElse(null),
                settings.embeddings() == SearchSettings.Embeddings.CUSTOM ? headers() : Map.of());
        try {
            return embedders.choose(name -> settings.key().orElseGet(() -> environment.apply(name)));
        } catch (IllegalArgumentException e) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "search_settings",
                    e.getMessage()
                            + "; check search.embeddings, search.model, search.url, search.key and search.headers",
                    e);
        }
    }

    /** A custom server gets the key as OpenAI does, unless the configured headers replace it. */
    private Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        settings.key().ifPresent(key -> headers.put("authorization", "Bearer " + key.strip()));
        headers.putAll(settings.headers());
        return headers;
    }

    @Override
    public synchronized void close() {
        if (choice != null && choice.embedder() != null) {
            choice.embedder().close();
        }
    }
}
