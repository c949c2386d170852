package dev.throughline.search.embed;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The embedder that the configuration names.
 *
 * @param provider {@code auto}, {@code local}, {@code openai}, {@code gemini}, {@code custom} or {@code none}
 * @param model null for the provider's default
 * @param base the address of the provider; null for its public address, required for {@code custom}
 * @param headers sent to a remote provider
 */
public record EmbedderChoice(
        String provider, @Nullable String model, @Nullable String base, Map<String, String> headers) {
    public static final EmbedderChoice AUTO = new EmbedderChoice("auto", null, null, Map.of());

    private static final String OPENAI_BASE = "https://api.openai.com/v1";
    private static final String OPENAI_MODEL = "text-embedding-3-small";
    private static final String GEMINI_BASE = "https://generativelanguage.googleapis.com/v1beta";
    private static final String GEMINI_MODEL = "gemini-embedding-001";

    public EmbedderChoice {
        headers = Map.copyOf(headers);
    }

    /** The embedder, null for keyword search only, and a sentence if that is less than what was configured. */
    public record Chosen(@Nullable Embedder embedder, Optional<String> trouble) {}

    /**
     * Creates the embedder. {@code auto} is the local model if it runs here, else the first provider with a key, else
     * keyword search only. For all others a missing key or address is an error.
     *
     * @param environment gives the value of an environment variable, or null
     */
    public Chosen choose(UnaryOperator<@Nullable String> environment) {
        return choose(environment, LocalEmbedder::runsHere);
    }

    /** @param runs whether the local model runs on this system */
    Chosen choose(UnaryOperator<@Nullable String> environment, Predicate<LocalEmbedder> runs) {
        return switch (provider) {
            case "auto" -> auto(environment, runs);
            case "local" -> new Chosen(LocalEmbedder.bgeSmall(), Optional.empty());
            case "openai" -> new Chosen(openAi(key("OPENAI_API_KEY", environment)), Optional.empty());
            case "gemini" -> new Chosen(gemini(key("GEMINI_API_KEY", environment)), Optional.empty());
            case "custom" -> new Chosen(custom(), Optional.empty());
            case "none" -> new Chosen(null, Optional.empty());
            default ->
                throw new IllegalArgumentException(
                        "expected auto, local, openai, gemini, custom or none, found '" + provider + "'");
        };
    }

    private Chosen auto(UnaryOperator<@Nullable String> environment, Predicate<LocalEmbedder> runs) {
        LocalEmbedder local = LocalEmbedder.bgeSmall();
        if (runs.test(local)) {
            return new Chosen(local, Optional.empty());
        }
        local.close();
        String openAiKey = environment.apply("OPENAI_API_KEY");
        if (openAiKey != null && !openAiKey.isBlank()) {
            return new Chosen(openAi(openAiKey.strip()), Optional.empty());
        }
        String geminiKey = environment.apply("GEMINI_API_KEY");
        if (geminiKey != null && !geminiKey.isBlank()) {
            return new Chosen(gemini(geminiKey.strip()), Optional.empty());
        }
        return new Chosen(
                null,
                Optional.of("the local model does not run on this system and there is no key of a provider; set"
                        + " OPENAI_API_KEY or GEMINI_API_KEY, or choose none"));
    }

    private static String key(String variable, UnaryOperator<@Nullable String> environment) {
        String key = environment.apply(variable);
        if (key == null || key.isBlank()) {
            throw new IllegalArgumentException("expected a key in " + variable + ", found none");
        }
        return key.strip();
    }

    private Embedder openAi(String key) {
        return new RemoteEmbedder(new OpenAiEmbeddings(
                "openai", or(model, OPENAI_MODEL), or(base, OPENAI_BASE), with("authorization", "Bearer " + key)));
    }

    private Embedder gemini(String key) {
        return new RemoteEmbedder(
                new GeminiEmbeddings(or(model, GEMINI_MODEL), or(base, GEMINI_BASE), with("x-goog-api-key", key)));
    }

    private Embedder custom() {
        if (base == null || model == null) {
            throw new IllegalArgumentException("expected a base address and a model for custom embeddings");
        }
        return new RemoteEmbedder(new OpenAiEmbeddings("custom", model, base, headers));
    }

    /** Without the headers, which contain keys. */
    @Override
    public String toString() {
        return "Embedders[provider=" + provider + ", model=" + model + ", base=" + base + "]";
    }

    private static String or(@Nullable String given, String usual) {
        return given == null ? usual : given;
    }

    private Map<String, String> with(String name, String value) {
        Map<String, String> all = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put(name, value);
        all.putAll(headers);
        return all;
    }
}
