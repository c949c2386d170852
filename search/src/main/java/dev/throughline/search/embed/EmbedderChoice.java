package dev.throughline.search.embed;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
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

    private static final String OPENAI_KEY = "OPENAI_API_KEY";
    private static final String OPENAI_BASE = "https://api.openai.com/v1";
    private static final String OPENAI_MODEL = "text-embedding-3-small";
    private static final String GEMINI_KEY = "GEMINI_API_KEY";
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
            case "local" -> chosen(new LocalEmbedder());
            case "openai" -> chosen(openAi(environment).orElseThrow(() -> noKey(OPENAI_KEY)));
            case "gemini" -> chosen(gemini(environment).orElseThrow(() -> noKey(GEMINI_KEY)));
            case "custom" -> chosen(custom());
            case "none" -> new Chosen(null, Optional.empty());
            default ->
                throw new IllegalArgumentException(
                        "expected auto, local, openai, gemini, custom or none, found '" + provider + "'");
        };
    }

    private static Chosen chosen(Embedder embedder) {
        return new Chosen(embedder, Optional.empty());
    }

    private Chosen auto(UnaryOperator<@Nullable String> environment, Predicate<LocalEmbedder> runs) {
        LocalEmbedder local = new LocalEmbedder();
        if (runs.test(local)) {
            return chosen(local);
        }
        local.close();
        return openAi(environment)
                .or(() -> gemini(environment))
                .map(EmbedderChoice::chosen)
                .orElseGet(() -> new Chosen(
                        null,
                        Optional.of("the local model does not run on this system and there is no key of a provider;"
                                + " set OPENAI_API_KEY or GEMINI_API_KEY, or choose none")));
    }

    private Optional<Embedder> openAi(UnaryOperator<@Nullable String> environment) {
        OpenAiEmbeddings api = new OpenAiEmbeddings(Objects.requireNonNullElse(model, OPENAI_MODEL));
        return key(OPENAI_KEY, environment)
                .map(key -> with("authorization", "Bearer " + key))
                .map(all -> new RemoteEmbedder("openai", Objects.requireNonNullElse(base, OPENAI_BASE), all, api));
    }

    private Optional<Embedder> gemini(UnaryOperator<@Nullable String> environment) {
        GeminiEmbeddings api = new GeminiEmbeddings(Objects.requireNonNullElse(model, GEMINI_MODEL));
        return key(GEMINI_KEY, environment)
                .map(key -> with("x-goog-api-key", key))
                .map(all -> new RemoteEmbedder("gemini", Objects.requireNonNullElse(base, GEMINI_BASE), all, api));
    }

    private Embedder custom() {
        if (base == null || model == null) {
            throw new IllegalArgumentException("expected a base address and a model for custom embeddings");
        }
        return new RemoteEmbedder("custom", base, headers, new OpenAiEmbeddings(model));
    }

    private static Optional<String> key(String variable, UnaryOperator<@Nullable String> environment) {
        return Optional.ofNullable(environment.apply(variable))
                .map(String::strip)
                .filter(key -> !key.isEmpty());
    }

    private static IllegalArgumentException noKey(String variable) {
        return new IllegalArgumentException("expected a key in " + variable + ", found none");
    }

    /** Without the headers, which contain keys. */
    @Override
    public String toString() {
        return "EmbedderChoice[provider=" + provider + ", model=" + model + ", base=" + base + "]";
    }

    private Map<String, String> with(String name, String value) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put(name, value);
        all.putAll(headers);
        return all;
    }
}
