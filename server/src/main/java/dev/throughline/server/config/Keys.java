package dev.throughline.server.config;

import dev.throughline.engine.turn.ApplyTo;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every key, with its default. {@code docs/configuration.md} has a row for each, which a test checks. */
public final class Keys {
    private static final KeyGroup KEYS = new KeyGroup();
    private static final KeyGroup LAST = new KeyGroup();

    public static final Key<String> HOST = KEYS.key("host", ValueType.TEXT, "127.0.0.1", "the address to listen on");
    public static final Key<Integer> PORT =
            KEYS.key("port", ValueType.PORT, 8787, "the port to listen on; 0 selects a free port");
    public static final Key<Boolean> HOST_UNPROTECTED = KEYS.key(
            "host_unprotected",
            ValueType.SWITCH,
            false,
            "allow a host that is not a loopback address, although no key is required");
    public static final Key<List<String>> HOST_NAMES = KEYS.key(
            "host_names", ValueType.HOST_NAMES, List.of(), "further host names that clients may use for the gateway");
    public static final Key<Path> HOME = KEYS.add(new Key<>(
            "home",
            "--home",
            ValueType.PATH,
            environment -> environment.dataFolder().resolve("throughline"),
            "the folder that contains all data",
            Key.KeyPlace.EVERYWHERE));
    public static final Key<URI> OPENAI_URL =
            KEYS.key("openai.url", ValueType.URL, URI.create("https://api.openai.com"), "the URL for OpenAI requests");
    public static final Key<Optional<String>> OPENAI_KEY = KEYS.secret("openai.key");
    public static final Key<URI> ANTHROPIC_URL = KEYS.key(
            "anthropic.url", ValueType.URL, URI.create("https://api.anthropic.com"), "the URL for Anthropic requests");
    public static final Key<Optional<String>> ANTHROPIC_KEY = KEYS.secret("anthropic.key");

    /** The keys of a provider. */
    public record ProviderKeys(Key<URI> url, Key<Optional<String>> key) {}

    /** The keys of each provider, by the name of its API. */
    private static final Map<String, ProviderKeys> PROVIDERS = Map.of(
            "openai", new ProviderKeys(OPENAI_URL, OPENAI_KEY),
            "anthropic", new ProviderKeys(ANTHROPIC_URL, ANTHROPIC_KEY));

    /** The keys of a provider. A provider that a dialect declares needs keys here. */
    public static ProviderKeys provider(String name) {
        return Optional.ofNullable(PROVIDERS.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no configuration keys for provider " + name));
    }

    public static final Key<URI> CHATGPT_URL = KEYS.key(
            "chatgpt.url",
            ValueType.URL,
            URI.create("https://chatgpt.com/backend-api/codex"),
            "the URL for requests with a ChatGPT login");
    public static final Key<Map<String, URI>> ROUTES =
            KEYS.key("routes", ValueType.ROUTES, Map.of(), "other servers for models whose name begins with a prefix");
    public static final Key<ApplyTo> MEMORY = KEYS.key(
            "memory.apply_to",
            "--memory",
            new ValueType<>("agents, all or none (or on, off)", (text, _) -> applyTo(text.strip()), ValueType::word),
            ApplyTo.AGENTS,
            "which requests are archived: agents, all or none");
    public static final Key<Optional<Path>> MARKERS = KEYS.optional(
            "sessions.markers", ValueType.PATH, "a file with further markers of side requests and scaffolds");
    public static final Key<Integer> RUN_IDLE_SECONDS = LAST.count("run.idle_seconds", 600);
    public static final Key<Long> BODY_BYTES = LAST.bytes("limits.body_bytes", 64L << 20);
    public static final Key<Long> BODIES_BYTES = LAST.bytes("limits.bodies_bytes", 256L << 20);
    public static final Key<Optional<Long>> SESSIONS_BYTES = LAST.optional(
            "limits.sessions_bytes",
            ValueType.BYTES,
            "the memory for the cached state of all sessions (default: a sixth of the heap)");
    public static final Key<Long> HEADER_BYTES = LAST.bytes("limits.header_bytes", 64L << 10);
    public static final Key<Integer> HEAD_SECONDS = LAST.unlisted("limits.head_seconds", ValueType.SECONDS, 30);
    public static final Key<Integer> BODY_SECONDS = LAST.unlisted("limits.body_seconds", ValueType.SECONDS, 300);
    public static final Key<LogSettings.LogLevel> LOG_LEVEL = LAST.key(
            "log.level",
            ValueType.oneOf(LogSettings.LogLevel.class),
            LogSettings.LogLevel.INFO,
            "the lowest level that is logged");
    public static final Key<LogSettings.LogForm> LOG_FORM = LAST.key(
            "log.form",
            ValueType.oneOf(LogSettings.LogForm.class),
            LogSettings.LogForm.TEXT,
            "the format of the log: text or json");
    public static final Key<Optional<Path>> LOG_FLOW = LAST.key(
            "log.flow",
            "--log-file",
            ValueType.PATH.optional(),
            Optional.empty(),
            "a file for the data-flow log, which includes prompts");
    public static final Key<Boolean> REPLAY_CLOCK = LAST.add(new Key<>(
            "replay_clock",
            "--replay-clock",
            ValueType.SWITCH,
            _ -> false,
            "use X-Throughline-Time as the time of a request, for replays of recorded sessions",
            Key.KeyPlace.FLAG_ONLY));

    /** All keys, in the order in which they are shown. */
    public static final List<Key<?>> ALL = Stream.of(
                    KEYS.all(),
                    CommandKeys.ALL,
                    SessionKeys.ALL,
                    ResetKeys.ALL,
                    MemoryKeys.ALL,
                    ReferenceKeys.ALL,
                    SearchKeys.ALL,
                    WorkingSetKeys.ALL,
                    HelperKeys.ALL,
                    LAST.all())
            .flatMap(List::stream)
            .toList();

    /** Keys that were removed without a replacement. */
    static final Set<String> REMOVED = Set.of("auto.edit_turns", "limits.repeat_lines");

    private Keys() {}

    /** Reads the value of {@link #MEMORY}, which may also be on or off. */
    private static ApplyTo applyTo(String text) {
        for (ApplyTo value : ApplyTo.values()) {
            if (ValueType.word(value).equals(text.toLowerCase(Locale.ROOT))) {
                return value;
            }
        }
        return ValueType.isOn(text) ? ApplyTo.AGENTS : ApplyTo.NONE;
    }

    /** The problem with a name that is not a key. */
    public static String unknown(String name) {
        if (REMOVED.contains(name)) {
            return "'" + name + "' was removed";
        }
        return "unknown key '" + name + "'"
                + NearestWord.to(name, ALL.stream().map(Key::name).toList())
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; 'throughline config check' lists all keys");
    }
}
