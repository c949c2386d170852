package dev.throughline.app.config;

import dev.throughline.app.config.Key.Place;
import dev.throughline.memory.Measures;
import dev.throughline.workingset.price.Prices;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Every key there is, with its default. {@code docs/configuration.md} has a line for each, and a test looks. */
public final class Keys {
    public static final Key<String> HOST = key("host", Kinds.TEXT, "127.0.0.1", "the address to listen on");
    public static final Key<Boolean> HOST_UNPROTECTED =
            key("host_unprotected", Kinds.SWITCH, false, "listen on other than loopback addresses, without a key");
    public static final Key<Integer> PORT = key("port", Kinds.PORT, 8787, "the port to listen on; 0 takes a free one");
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
    public static final Key<Memory.Where> WORKSPACE = key(
            "memory.workspace",
            Memory.Where.KIND,
            Memory.Where.PROJECT,
            "where memory is kept: one workspace for each project, a shared one, or a folder");
    public static final Key<Boolean> MEMORY_SHOW =
            key("memory.show", Kinds.SWITCH, true, "show sessions what memory says");
    public static final Key<Boolean> MEMORY_LEARN =
            key("memory.learn", Kinds.SWITCH, true, "let sessions write memory");
    public static final Key<Integer> EXTRACT_TURNS =
            key("memory.extract_turns", Kinds.from(1, 1_000), 1, "after how many turns of yours topics are learnt");
    public static final Key<Integer> FLUSH_RESERVE_TOKENS = key(
            "memory.flush_reserve_tokens",
            Kinds.COUNT,
            Measures.USUAL.flush().reserveTokens(),
            "what a compaction needs to be left free of a window; notes are written before that");
    public static final Key<Integer> FLUSH_EARLY_TOKENS = key(
            "memory.flush_early_tokens",
            Kinds.COUNT,
            Measures.USUAL.flush().earlyTokens(),
            "how many tokens before that");
    public static final Key<Integer> NOTES_FIRST_TOKENS = key(
            "memory.notes_first_tokens",
            Kinds.COUNT,
            Measures.USUAL.notes().firstTokens(),
            "a prompt of how many tokens gets session notes");
    public static final Key<Integer> NOTES_NEXT_TOKENS = key(
            "memory.notes_next_tokens",
            Kinds.COUNT,
            Measures.USUAL.notes().nextTokens(),
            "after how many more tokens they are brought up to date");
    public static final Key<Integer> NOTES_CALLS = key(
            "memory.notes_calls",
            Kinds.COUNT,
            Measures.USUAL.notes().calls(),
            "and after how many calls of tools, unless there is a pause");
    public static final Key<Integer> NOTES_SECTION_TOKENS = key(
            "memory.notes_section_tokens",
            Kinds.from(50, 20_000),
            Measures.USUAL.notes().sectionTokens(),
            "how long a section of them becomes");
    public static final Key<Integer> NOTES_TOKENS = key(
            "memory.notes_tokens",
            Kinds.from(500, 100_000),
            Measures.USUAL.notes().allTokens(),
            "how long all sections become");
    public static final Key<Integer> IDLE_HOURS =
            key("memory.idle_hours", Kinds.COUNT, 6, "after how many silent hours a session counts as finished");
    public static final Key<Integer> OLDEST_DAYS =
            key("memory.oldest_days", Kinds.from(1, 3_650), 10, "how old a finished session may be to be read");
    public static final Key<Integer> MERGE_HOURS =
            key("memory.merge_hours", Kinds.COUNT, 6, "how many hours lie between two merges of what sessions left");
    public static final Key<Integer> MERGE_DAYS = key(
            "memory.merge_days",
            Kinds.from(1, 3_650),
            30,
            "after how many days without use a session is merged no longer");
    public static final Key<Integer> MERGE_SESSIONS = key(
            "memory.merge_sessions",
            Kinds.from(1, 10_000),
            Measures.USUAL.merging().rollouts(),
            "how many sessions are merged at most");
    public static final Key<Integer> OPENING_LINES = key(
            "memory.opening_lines",
            Kinds.COUNT,
            Measures.USUAL.opening().lines(),
            "lines of MEMORY.md that a new session is shown");
    public static final Key<Long> OPENING_BYTES = key(
            "memory.opening_bytes",
            Kinds.BYTES,
            (long) Measures.USUAL.opening().bytes(),
            "bytes of MEMORY.md that a new session is shown");
    public static final Key<Integer> OPENING_SUMMARY_TOKENS = key(
            "memory.opening_summary_tokens",
            Kinds.COUNT,
            Measures.USUAL.opening().summaryTokens(),
            "how long memory_summary.md becomes, and how much of it is shown");
    public static final Key<Integer> OPENING_LOG_TOKENS = key(
            "memory.opening_log_tokens",
            Kinds.COUNT,
            Measures.USUAL.opening().logTokens(),
            "how much is shown of the log of today and of yesterday");
    public static final Key<Integer> TOPICS =
            key("memory.topics", Kinds.from(0, 50), Measures.USUAL.topics(), "how many topics a turn is shown at most");
    public static final Key<Integer> MANIFEST_TOPICS = key(
            "memory.manifest_topics",
            Kinds.from(1, 5_000),
            Measures.USUAL.manifest().topics(),
            "how many topics, newest first, a choice is made from");
    public static final Key<Integer> MANIFEST_LINES = key(
            "memory.manifest_lines",
            Kinds.from(1, 1_000),
            Measures.USUAL.manifest().lines(),
            "lines of each of them that are looked at");
    public static final Key<Integer> PAGE_LINES = key(
            "memory.page_lines",
            Kinds.from(1, 100_000),
            Measures.USUAL.excerpt().lines(),
            "lines that memory_get shows at once");
    public static final Key<Integer> PAGE_CHARACTERS = key(
            "memory.page_characters",
            Kinds.from(100, 1_000_000),
            Measures.USUAL.excerpt().characters(),
            "characters that memory_get shows at once");
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
    public static final Key<Policy> POLICY =
            key("policy", Policy.KIND, Policy.AUTO, "how a working set is made to fit: auto, trim, compact or off");
    public static final Key<State.Todo> TODO = new Key<>(
            "state.todo",
            "--todo",
            State.KIND,
            _ -> State.Todo.OWN,
            "a file that is the todo of every session without its own; off tells agents of none",
            Place.EVERYWHERE);
    public static final Key<Integer> TODO_CHARACTERS = new Key<>(
            "state.todo_characters",
            "--todo-max-chars",
            Kinds.CHARACTERS,
            _ -> 4_000,
            "how much of a todo an agent is told",
            Place.EVERYWHERE);
    public static final Key<Map<String, Long>> WINDOWS = key(
            "windows", WorkingSet.WINDOWS, Map.of(), "how many tokens models take, where the built-in table is wrong");
    public static final Key<Map<String, Prices>> PRICES =
            key("prices", WorkingSet.PRICES, Map.of(), "what models cost, where the built-in table is wrong");
    public static final Key<Long> WORKING_BODY_BYTES =
            key("limits.sent_bytes", Kinds.BYTES, 0L, "the largest body to send to a provider; 0 for no limit");
    public static final Key<Integer> AUTO_OUTPUT_TURNS =
            key("auto.output_turns", Kinds.COUNT, 10, "turns for which what a command printed stays in the prompt");
    public static final Key<Integer> AUTO_FILE_TURNS =
            key("auto.file_turns", Kinds.COUNT, 40, "turns for which a file stays after it was last touched");
    public static final Key<Integer> AUTO_EDIT_TURNS =
            key("auto.edit_turns", Kinds.COUNT, 15, "turns for which long arguments of calls stay");
    public static final Key<Integer> AUTO_COLD_PERCENT =
            key("auto.cold_percent", Kinds.COUNT, 60, "the part of those turns that counts when the cache is cold");
    public static final Key<Integer> AUTO_SOFT_TOKENS =
            key("auto.soft_tokens", Kinds.COUNT, 15_000, "a history below this is left alone while the cache is warm");
    public static final Key<Integer> AUTO_PAYBACK_REQUESTS =
            key("auto.payback_requests", Kinds.COUNT, 12, "requests within which a rewrite must pay for itself");
    public static final Key<Integer> AUTO_LEAST_PERCENT =
            key("auto.least_percent", Kinds.COUNT, 10, "the part of the history that a rewrite must remove");
    public static final Key<Integer> AUTO_ARRIVAL_TOKENS = key(
            "auto.arrival_tokens", Kinds.COUNT, 16_000, "results above this are shortened before they are first sent");
    public static final Key<HelperSettings.Mode> HELPER_MODE = key(
            "helper.mode",
            Kinds.word(HelperSettings.Mode.class),
            HelperSettings.Mode.OFF,
            "who is asked questions of ours: off, session or provider");
    public static final Key<Optional<String>> HELPER_MODEL = maybe("helper.model", Kinds.TEXT, "the model to ask");
    public static final Key<Optional<URI>> HELPER_URL =
            maybe("helper.url", Kinds.URL, "where the helper model is, in mode provider");
    public static final Key<Optional<String>> HELPER_KEY = secret("helper.key", "a key for the helper model");
    public static final Key<HelperSettings.Speech> HELPER_DIALECT = key(
            "helper.dialect",
            Kinds.word(HelperSettings.Speech.class),
            HelperSettings.Speech.CHAT,
            "how the helper model speaks: responses, chat or messages");
    public static final Key<Integer> HELPER_TIMEOUT =
            key("helper.timeout_seconds", Kinds.SECONDS, 60, "how long a question may take");
    public static final Key<Long> HELPER_PER_SESSION =
            key("helper.tokens_per_session", Kinds.TOKENS, 2_000_000L, "tokens that questions of one session may cost");
    public static final Key<Long> HELPER_PER_HOUR =
            key("helper.tokens_per_hour", Kinds.TOKENS, 5_000_000L, "tokens that all questions of an hour may cost");
    public static final Key<Long> BODY_BYTES =
            key("limits.body_bytes", Kinds.BYTES, 64L << 20, "the largest request body");
    public static final Key<Long> HEADER_BYTES =
            key("limits.header_bytes", Kinds.BYTES, 64L << 10, "the largest head of a request");
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
    public static final List<Key<?>> ALL = List.of(
            HOST,
            PORT,
            HOST_UNPROTECTED,
            HOME,
            OPENAI_URL,
            OPENAI_KEY,
            ANTHROPIC_URL,
            ANTHROPIC_KEY,
            CHATGPT_URL,
            ROUTES,
            MEMORY,
            WORKSPACE,
            MEMORY_SHOW,
            MEMORY_LEARN,
            EXTRACT_TURNS,
            FLUSH_RESERVE_TOKENS,
            FLUSH_EARLY_TOKENS,
            NOTES_FIRST_TOKENS,
            NOTES_NEXT_TOKENS,
            NOTES_CALLS,
            NOTES_SECTION_TOKENS,
            NOTES_TOKENS,
            IDLE_HOURS,
            OLDEST_DAYS,
            MERGE_HOURS,
            MERGE_DAYS,
            MERGE_SESSIONS,
            OPENING_LINES,
            OPENING_BYTES,
            OPENING_SUMMARY_TOKENS,
            OPENING_LOG_TOKENS,
            TOPICS,
            MANIFEST_TOPICS,
            MANIFEST_LINES,
            PAGE_LINES,
            PAGE_CHARACTERS,
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
            CANDIDATES,
            SNIPPET_CHARACTERS,
            CHUNK_TOKENS,
            CHUNK_OVERLAP,
            CACHED_VECTORS,
            POLICY,
            TODO,
            TODO_CHARACTERS,
            WINDOWS,
            PRICES,
            WORKING_BODY_BYTES,
            AUTO_OUTPUT_TURNS,
            AUTO_FILE_TURNS,
            AUTO_EDIT_TURNS,
            AUTO_COLD_PERCENT,
            AUTO_SOFT_TOKENS,
            AUTO_PAYBACK_REQUESTS,
            AUTO_LEAST_PERCENT,
            AUTO_ARRIVAL_TOKENS,
            HELPER_MODE,
            HELPER_MODEL,
            HELPER_URL,
            HELPER_KEY,
            HELPER_DIALECT,
            HELPER_TIMEOUT,
            HELPER_PER_SESSION,
            HELPER_PER_HOUR,
            BODY_BYTES,
            HEADER_BYTES,
            LOG_LEVEL,
            LOG_FORM,
            LOG_FLOW,
            REPLAY_CLOCK);

    /** Keys that once were, and the sentence that says what replaced them. */
    static final Map<String, String> REMOVED = Map.of();

    private Keys() {}

    private static <T> Key<T> key(String name, Kind<T> kind, T fallback, String about) {
        return new Key<>(name, flag(name), kind, _ -> fallback, about, Place.EVERYWHERE);
    }

    /** One that says nothing when nobody set it. */
    private static <T> Key<Optional<T>> maybe(String name, Kind<T> kind, String about) {
        return new Key<>(name, flag(name), optional(kind), _ -> Optional.empty(), about, Place.EVERYWHERE);
    }

    private static Key<Optional<String>> secret(String name, String about) {
        return new Key<>(name, flag(name), optional(Kinds.TEXT), _ -> Optional.empty(), about, Place.SECRET);
    }

    private static String flag(String name) {
        return "--" + name.replace('.', '-').replace('_', '-');
    }

    private static <T> Kind<Optional<T>> optional(Kind<T> kind) {
        Function<Optional<T>, String> writer = value -> value.map(kind.writer()).orElse("");
        return new Kind<>(
                kind.expected(), (text, around) -> Optional.of(kind.reader().read(text, around)), writer);
    }
}
