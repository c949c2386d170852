package dev.throughline.app.config;

import static dev.throughline.app.config.Key.key;
import static dev.throughline.app.config.Key.maybe;
import static dev.throughline.app.config.Key.optional;
import static dev.throughline.app.config.Key.secret;

import dev.throughline.app.config.Key.Place;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every key there is, with its default. {@code docs/configuration.md} has a line for each, and a test looks. */
public final class Keys {
    public static final Key<String> HOST = key("host", Kinds.TEXT, "127.0.0.1", "the address to listen on");
    public static final Key<Integer> PORT = key("port", Kinds.PORT, 8787, "the port to listen on; 0 takes a free one");
    public static final Key<Boolean> HOST_UNPROTECTED =
            key("host_unprotected", Kinds.SWITCH, false, "listen on other than loopback addresses, without a key");
    public static final Key<List<String>> HOST_NAMES =
            key("host_names", Kinds.NAMES, List.of(), "names beside those of this machine by which it may be asked");
    public static final Key<Path> HOME = new Key<>(
            "home",
            "--home",
            Kinds.PATH,
            around -> around.dataFolder().resolve("throughline"),
            "the folder where everything is kept",
            Place.EVERYWHERE);
    public static final Key<URI> OPENAI_URL =
            key("openai.url", Kinds.URL, URI.create("https://api.openai.com"), "where OpenAI requests go");
    public static final Key<Optional<String>> OPENAI_KEY =
            secret("openai.key", "a key for OpenAI requests that come without one");
    public static final Key<URI> ANTHROPIC_URL =
            key("anthropic.url", Kinds.URL, URI.create("https://api.anthropic.com"), "where Anthropic requests go");
    public static final Key<Optional<String>> ANTHROPIC_KEY =
            secret("anthropic.key", "a key for Anthropic requests that come without one");
    public static final Key<URI> CHATGPT_URL = key(
            "chatgpt.url",
            Kinds.URL,
            URI.create("https://chatgpt.com/backend-api/codex"),
            "where requests with a ChatGPT login go");
    public static final Key<List<Providers.Route>> ROUTES =
            key("routes", Kinds.ROUTES, List.of(), "other servers, by the first letters of the model");
    public static final Key<Memory.ApplyTo> MEMORY = new Key<>(
            "memory.apply_to",
            "--memory",
            Memory.KIND,
            _ -> Memory.ApplyTo.AGENTS,
            "which requests are remembered: agents, all or none",
            Place.EVERYWHERE);
    public static final Key<Integer> RUN_IDLE_SECONDS = key(
            "run.idle_seconds",
            Kinds.COUNT,
            600,
            "seconds without use after which a gateway that 'run' started exits; 0 for never");
    public static final Key<Optional<Path>> MARKERS =
            maybe("sessions.markers", Kinds.PATH, "a file that tells more side requests and scaffolding of agents");
    public static final Key<Long> BODY_BYTES =
            key("limits.body_bytes", Kinds.BYTES, 64L << 20, "the largest request body");
    public static final Key<Long> BODIES_BYTES = key(
            "limits.bodies_bytes",
            Kinds.BYTES,
            256L << 20,
            "how much all request bodies above 1 MiB may take together");
    public static final Key<Optional<Long>> SESSIONS_BYTES = maybe(
            "limits.sessions_bytes",
            Kinds.BYTES,
            "how much may be kept in memory of all sessions together; an eighth of the heap if not set");
    public static final Key<Long> HEADER_BYTES =
            key("limits.header_bytes", Kinds.BYTES, 64L << 10, "the largest head of a request");
    public static final Key<Integer> HEAD_SECONDS =
            key("limits.head_seconds", Kinds.SECONDS, 30, "how long the head of a request may take to arrive");
    public static final Key<Integer> BODY_SECONDS =
            key("limits.body_seconds", Kinds.SECONDS, 300, "how long the body of a request may take to arrive");
    public static final Key<Logging.Level> LOG_LEVEL =
            key("log.level", Kinds.word(Logging.Level.class), Logging.Level.INFO, "how much is logged");
    public static final Key<Logging.Form> LOG_FORM =
            key("log.form", Kinds.word(Logging.Form.class), Logging.Form.TEXT, "text or json lines");
    public static final Key<Optional<Path>> LOG_FLOW = new Key<>(
            "log.flow",
            "--log-file",
            optional(Kinds.PATH),
            _ -> Optional.empty(),
            "a file for the data-flow log, prompts included",
            Place.EVERYWHERE);
    public static final Key<Boolean> REPLAY_CLOCK = new Key<>(
            "replay_clock",
            "--replay-clock",
            Kinds.SWITCH,
            _ -> false,
            "trust X-Throughline-Time, for replays of recorded sessions",
            Place.FLAG_ONLY);

    /** All of them, in the order in which they are shown. */
    public static final List<Key<?>> ALL = Stream.of(
                    List.<Key<?>>of(
                            HOST,
                            PORT,
                            HOST_UNPROTECTED,
                            HOST_NAMES,
                            HOME,
                            OPENAI_URL,
                            OPENAI_KEY,
                            ANTHROPIC_URL,
                            ANTHROPIC_KEY,
                            CHATGPT_URL,
                            ROUTES,
                            MEMORY,
                            MARKERS),
                    MemoryKeys.ALL,
                    SearchKeys.ALL,
                    WorkingSetKeys.ALL,
                    HelperKeys.ALL,
                    List.<Key<?>>of(
                            RUN_IDLE_SECONDS,
                            BODY_BYTES,
                            BODIES_BYTES,
                            SESSIONS_BYTES,
                            HEADER_BYTES,
                            HEAD_SECONDS,
                            BODY_SECONDS,
                            LOG_LEVEL,
                            LOG_FORM,
                            LOG_FLOW,
                            REPLAY_CLOCK))
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
                + Nearest.to(name, ALL.stream().map(Key::name).toList())
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; 'throughline config check' lists the keys there are");
    }
}
