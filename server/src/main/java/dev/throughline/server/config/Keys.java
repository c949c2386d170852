package dev.throughline.server.config;

import dev.throughline.server.config.Key.Place;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every key there is, with its default. {@code docs/configuration.md} has a line for each, and a test looks. */
public final class Keys {
    private static final KeyGroup KEYS = new KeyGroup();
    private static final KeyGroup LAST = new KeyGroup();

    public static final Key<String> HOST = KEYS.key("host", ValueTypes.TEXT, "127.0.0.1", "the address to listen on");
    public static final Key<Integer> PORT =
            KEYS.key("port", ValueTypes.PORT, 8787, "the port to listen on; 0 takes a free one");
    public static final Key<Boolean> HOST_UNPROTECTED = KEYS.key(
            "host_unprotected",
            ValueTypes.SWITCH,
            false,
            "allow a host that is not loopback, although no key protects it");
    public static final Key<List<String>> HOST_NAMES = KEYS.key(
            "host_names", ValueTypes.NAMES, List.of(), "more host names by which clients may address the gateway");
    public static final Key<Path> HOME = KEYS.add(new Key<>(
            "home",
            "--home",
            ValueTypes.PATH,
            around -> around.dataFolder().resolve("throughline"),
            "the folder that holds all data",
            Place.EVERYWHERE));
    public static final Key<URI> OPENAI_URL =
            KEYS.key("openai.url", ValueTypes.URL, URI.create("https://api.openai.com"), "where OpenAI requests go");
    public static final Key<Optional<String>> OPENAI_KEY =
            KEYS.secret("openai.key", "a key for OpenAI requests that come without one");
    public static final Key<URI> ANTHROPIC_URL = KEYS.key(
            "anthropic.url", ValueTypes.URL, URI.create("https://api.anthropic.com"), "where Anthropic requests go");
    public static final Key<Optional<String>> ANTHROPIC_KEY =
            KEYS.secret("anthropic.key", "a key for Anthropic requests that come without one");
    public static final Key<URI> CHATGPT_URL = KEYS.key(
            "chatgpt.url",
            ValueTypes.URL,
            URI.create("https://chatgpt.com/backend-api/codex"),
            "where requests with a ChatGPT login go");
    public static final Key<List<ProviderSettings.Route>> ROUTES = KEYS.key(
            "routes", ValueTypes.ROUTES, List.of(), "other servers for models whose name begins with a prefix");
    public static final Key<Memory.ApplyTo> MEMORY = KEYS.add(new Key<>(
            "memory.apply_to",
            "--memory",
            Memory.KIND,
            _ -> Memory.ApplyTo.AGENTS,
            "which requests are remembered: agents, all or none",
            Place.EVERYWHERE));
    public static final Key<Optional<Path>> MARKERS = KEYS.optional(
            "sessions.markers", ValueTypes.PATH, "a file with more markers of side requests and scaffolding");
    public static final Key<Integer> RUN_IDLE_SECONDS = LAST.key(
            "run.idle_seconds",
            ValueTypes.COUNT,
            600,
            "seconds without use after which a gateway that 'run' started exits; 0 for never");
    public static final Key<Long> BODY_BYTES =
            LAST.key("limits.body_bytes", ValueTypes.BYTES, 64L << 20, "the largest request body");
    public static final Key<Long> BODIES_BYTES = LAST.key(
            "limits.bodies_bytes",
            ValueTypes.BYTES,
            256L << 20,
            "the memory for all request bodies above 1 MiB together");
    public static final Key<Optional<Long>> SESSIONS_BYTES = LAST.optional(
            "limits.sessions_bytes",
            ValueTypes.BYTES,
            "the memory for the cached state of all sessions; a sixth of the heap if not set");
    public static final Key<Long> HEADER_BYTES =
            LAST.key("limits.header_bytes", ValueTypes.BYTES, 64L << 10, "the largest request head");
    public static final Key<Integer> HEAD_SECONDS = LAST.key(
            "limits.head_seconds", ValueTypes.SECONDS, 30, "how long the head of a request may take to arrive");
    public static final Key<Integer> BODY_SECONDS = LAST.key(
            "limits.body_seconds", ValueTypes.SECONDS, 300, "how long the body of a request may take to arrive");
    public static final Key<LogSettings.Level> LOG_LEVEL = LAST.key(
            "log.level", ValueTypes.word(LogSettings.Level.class), LogSettings.Level.INFO, "how much is logged");
    public static final Key<LogSettings.Form> LOG_FORM =
            LAST.key("log.form", ValueTypes.word(LogSettings.Form.class), LogSettings.Form.TEXT, "text or json lines");
    public static final Key<Optional<Path>> LOG_FLOW = LAST.add(new Key<>(
            "log.flow",
            "--log-file",
            ValueTypes.PATH.optional(),
            _ -> Optional.empty(),
            "a file for the data-flow log, which includes prompts",
            Place.EVERYWHERE));
    public static final Key<Boolean> REPLAY_CLOCK = LAST.add(new Key<>(
            "replay_clock",
            "--replay-clock",
            ValueTypes.SWITCH,
            _ -> false,
            "trust X-Throughline-Time, for replays of recorded sessions",
            Place.FLAG_ONLY));

    /** All of them, in the order in which they are shown. */
    public static final List<Key<?>> ALL = Stream.of(
                    KEYS.all(), MemoryKeys.ALL, SearchKeys.ALL, WorkingSetKeys.ALL, HelperKeys.ALL, LAST.all())
            .flatMap(List::stream)
            .toList();

    /** Keys that were removed, and nothing took their place. */
    static final Set<String> REMOVED = Set.of("auto.edit_turns", "limits.repeat_lines");

    private Keys() {}

    /** What is wrong with a name that no key has. */
    public static String unknown(String name) {
        if (REMOVED.contains(name)) {
            return "'" + name + "' was removed";
        }
        return "unknown key '" + name + "'"
                + NearestWord.to(name, ALL.stream().map(Key::name).toList())
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; 'throughline config check' lists the keys there are");
    }
}
