package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.command.ChatCommand;
import dev.throughline.engine.command.CommandCall;
import dev.throughline.engine.command.CommandRule;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.engine.reset.ResetPolicy;
import dev.throughline.engine.send.SendRule;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.memory.MemorySettings;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.reference.ReferenceSettings;
import dev.throughline.search.Diversity;
import dev.throughline.search.RankFusion;
import dev.throughline.search.index.IndexSettings.Sizes;
import dev.throughline.search.text.Chunker;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.price.Prices;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeySettingsTest {
    private static final Path USER = Path.of("/home/ada");

    private static Config load(Map<String, String> variables, Map<String, String> flags) {
        return Config.load(new Environment(variables, USER, USER), flags);
    }

    @Test
    void defaults_are_those_of_the_modules() {
        Config config = load(Map.of(), Map.of());
        assertEquals(
                new SearchSettings(
                        SearchSettings.Embeddings.AUTO,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        SearchSettings.HitOrder.DEFAULT,
                        Sizes.DEFAULT),
                SearchKeys.settings(config));
        assertEquals(MemoryLimits.DEFAULT, MemoryKeys.limits(config));
        assertEquals(AutoSettings.DEFAULT, WorkingSetKeys.auto(config));
        assertEquals(CompactSettings.DEFAULT, WorkingSetKeys.compact(config));
        assertEquals(EditFigures.DEFAULT, WorkingSetKeys.figures(config));
        assertEquals(SnippetFinder.SnippetLimits.DEFAULT, WorkingSetKeys.retrieval(config));
        assertEquals(AgentMarkers.builtIn(), config.markers());
    }

    @Test
    void evidence_fusion_falls_back_to_ranks_for_other_embedding_models() {
        Config config = load(Map.of("THROUGHLINE_SEARCH_EMBEDDINGS", "openai"), Map.of());
        assertEquals(RankFusion.BY_RANK, SearchKeys.settings(config).order().fusion());
    }

    @Test
    void the_keys_of_chats_have_the_values_that_were_set() {
        Config config = load(chats(), Map.of());
        assertEquals(
                new CommandRule(CommandRule.CommandScope.ALL, Set.of("7", "discord:8")),
                CommandKeys.commandRule(config));
        assertEquals(
                Optional.of(new CommandCall(ChatCommand.STATUS, "")),
                CommandKeys.words(config).parse("/stat"));
        assertEquals(
                List.of(SendRule.parse("type=group channel=irc"), SendRule.parse("key=cron:")),
                config.value(CommandKeys.SEND));
        assertEquals(ZoneId.of("Europe/Berlin"), ResetKeys.rules(config).zone());
        assertEquals(
                new ResetPolicy(OptionalInt.of(5), OptionalInt.of(60)),
                ResetKeys.rules(config).base());
        assertEquals(Optional.of("a"), ResetKeys.words(config).rest("/restart a"));
    }

    @Test
    void every_key_has_the_value_that_was_set() {
        Map<String, String> set = everything();
        Config config = load(set, Map.of("--replay-clock", "true"));
        assertEquals(
                List.of("sessions.markers", "run.idle_seconds"),
                config.all().stream()
                        .filter(Setting::isDefault)
                        .map(setting -> setting.key().name())
                        .toList());
        assertEquals(List.of("gateway.lan", "[fd00::1]"), config.value(Keys.HOST_NAMES));
        assertEquals(USER.resolve("kept"), config.home());
        assertEquals(
                Map.of("qwen", URI.create("http://localhost:4/v1"), "llama", URI.create("http://localhost:5")),
                config.value(Keys.ROUTES));
        assertEquals(ApplyTo.ALL, config.value(Keys.MEMORY));
        assertEquals(PolicyName.OFF, config.value(WorkingSetKeys.POLICY));
        assertEquals(
                new WorkingSetKeys.Todo(true, Optional.of(USER.resolve("todo.md"))), config.value(WorkingSetKeys.TODO));
        assertEquals(MessagesDialect.NAME, config.value(HelperKeys.HELPER_DIALECT));
        assertEquals(new LogSettings(LogSettings.LogLevel.DEBUG, LogSettings.LogForm.JSON), config.logging());
        assertEquals(1_048_576L, config.value(Keys.BODY_BYTES));
    }

    @Test
    void settings_of_the_modules_follow_from_the_keys() {
        Config config = load(everything(), Map.of());
        assertEquals(
                new SearchSettings(
                        SearchSettings.Embeddings.CUSTOM,
                        Optional.of("nomic"),
                        Optional.of(URI.create("http://localhost:7/v1")),
                        Optional.of("sk-four"),
                        Map.of("X-Team", "blue", "x-key", "a=b"),
                        List.of(USER.resolve("wiki"), Path.of("/srv/docs")),
                        new SearchSettings.HitOrder(
                                new RankFusion.Scores(0.75, 0.25), Optional.of(new Diversity(0.5)), 31, 0.57),
                        new Sizes(new Chunker.ChunkSize(301, 61), 3, 501, 40)),
                SearchKeys.settings(config));
        MemorySettings memory = MemoryKeys.settings(config);
        assertEquals(LIMITS, memory.limits());
        assertEquals(
                new ReferenceSettings(
                        /* isOn= */ false,
                        4,
                        5_000,
                        Duration.ofSeconds(6),
                        70_000,
                        ReferenceSettings.QuestionToolOffer.ALWAYS),
                memory.references());
        assertEquals(List.of(false, false), List.of(memory.isShown(), memory.isLearning()));
        assertEquals(34, memory.indexMessages());
        assertEquals(
                new MemoryKeys.Workspaces(false, Optional.of(USER.resolve("notes"))),
                config.value(MemoryKeys.WORKSPACE));
        Retention retention = new Retention(1, 2, 3, 24, 9);
        assertEquals(new AutoSettings(retention, 0.04, 5, 6, 0.07, 8, 0.26), WorkingSetKeys.auto(config));
        assertEquals(
                new CompactSettings(
                        0.11,
                        12,
                        0.13,
                        0.14,
                        15,
                        Duration.ofMinutes(16),
                        17,
                        Continuation.Form.CONTINUATION,
                        18,
                        "keep it"),
                WorkingSetKeys.compact(config));
        assertEquals(new EditFigures(21, retention, 25, 6), WorkingSetKeys.figures(config));
        assertEquals(new SnippetFinder.SnippetLimits(18, 19), WorkingSetKeys.retrieval(config));
        assertEquals(Map.of("gpt-9", 500L), config.value(WorkingSetKeys.WINDOWS));
        assertEquals(
                Map.of("gpt-9", new Prices(0.1, 1, 5, Duration.ofMinutes(10))), config.value(WorkingSetKeys.PRICES));
    }

    private static final MemoryLimits LIMITS = new MemoryLimits(
            new MemoryLimits.FlushLimits(11, 12),
            3,
            new MemoryLimits.NotesLimits(13, 14, 15, 160, 1_700),
            new MemoryLimits.ConsolidationLimits(
                    Duration.ofHours(18), Duration.ofDays(19), Duration.ofHours(20), Duration.ofDays(21), 22, 25),
            new MemoryLimits.SessionStartLimits(23, 24, 25, 26, 33, 32),
            new MemoryLimits.ManifestLimits(28, 29),
            27,
            new MemoryLimits.ExcerptLimits(30, 310));

    /** The variables of the numbers of memory and search. */
    private static Stream<Map.Entry<String, String>> numbers() {
        return Stream.of(
                        "MEMORY_FLUSH_RESERVE_TOKENS 11",
                        "MEMORY_FLUSH_EARLY_TOKENS 12",
                        "MEMORY_NOTES_FIRST_TOKENS 13",
                        "MEMORY_NOTES_NEXT_TOKENS 14",
                        "MEMORY_NOTES_CALLS 15",
                        "MEMORY_NOTES_SECTION_TOKENS 160",
                        "MEMORY_NOTES_TOKENS 1700",
                        "MEMORY_IDLE_HOURS 18",
                        "MEMORY_OLDEST_DAYS 19",
                        "MEMORY_MERGE_HOURS 20",
                        "MEMORY_MERGE_DAYS 21",
                        "MEMORY_MERGE_SESSIONS 22",
                        "MEMORY_OPENING_LINES 23",
                        "MEMORY_OPENING_BYTES 24",
                        "MEMORY_OPENING_SUMMARY_TOKENS 25",
                        "MEMORY_OPENING_LOG_TOKENS 26",
                        "MEMORY_OPENING_LOG_PERCENT 33",
                        "MEMORY_OPENING_LEARNT_TOKENS 32",
                        "SESSIONS_INDEX_MESSAGES 34",
                        "MEMORY_TOPICS 27",
                        "MEMORY_MANIFEST_TOPICS 28",
                        "MEMORY_MANIFEST_LINES 29",
                        "MEMORY_PAGE_LINES 30",
                        "MEMORY_PAGE_CHARACTERS 310",
                        "SEARCH_FUSION weights",
                        "SEARCH_MEANING_PERCENT 25",
                        "SEARCH_RELEVANCE_PERCENT 50",
                        "SEARCH_HALF_LIFE_DAYS 31",
                        "SEARCH_LEAST_FIT_PERCENT 57",
                        "SEARCH_CANDIDATES 3",
                        "SEARCH_SNIPPET_CHARACTERS 501",
                        "SEARCH_CHUNK_TOKENS 301",
                        "SEARCH_CHUNK_OVERLAP 61",
                        "SEARCH_CACHED_VECTORS 40")
                .map(line -> line.split(" ", 2))
                .map(pair -> Map.entry("THROUGHLINE_" + pair[0], pair[1]));
    }

    /** The variables of references and questions. */
    private static Map<String, String> references() {
        return Map.of(
                "THROUGHLINE_REFERENCES_RESOLVE", "false",
                "THROUGHLINE_REFERENCES_MAX", "4",
                "THROUGHLINE_REFERENCES_BYTES", "5000",
                "THROUGHLINE_REFERENCES_WAIT_SECONDS", "6",
                "THROUGHLINE_QUESTIONS_CHARACTERS", "70000",
                "THROUGHLINE_QUESTIONS_TOOL", "always");
    }

    private static Map<String, String> everything() {
        Map<String, String> all = new HashMap<>(others());
        all.putAll(references());
        all.putAll(figures());
        all.putAll(chats());
        numbers().forEach(each -> all.put(each.getKey(), each.getValue()));
        return all;
    }

    private static Map<String, String> others() {
        return Map.ofEntries(
                Map.entry("THROUGHLINE_HOST", "0.0.0.0"),
                Map.entry("THROUGHLINE_HOST_UNPROTECTED", "yes"),
                Map.entry("THROUGHLINE_LIMITS_BODIES_BYTES", "2MiB"),
                Map.entry("THROUGHLINE_LIMITS_SESSIONS_BYTES", "3MiB"),
                Map.entry("THROUGHLINE_LIMITS_LEARNED_WINDOW_DAYS", "4"),
                Map.entry("THROUGHLINE_LIMITS_HEAD_SECONDS", "21"),
                Map.entry("THROUGHLINE_LIMITS_BODY_SECONDS", "22"),
                Map.entry("THROUGHLINE_HOST_NAMES", "gateway.lan, [fd00::1]"),
                Map.entry("THROUGHLINE_PORT", "9"),
                Map.entry("THROUGHLINE_HOME", "~/kept"),
                Map.entry("THROUGHLINE_OPENAI_URL", "http://localhost:1/v1"),
                Map.entry("THROUGHLINE_OPENAI_KEY", "sk-one"),
                Map.entry("THROUGHLINE_ANTHROPIC_URL", "http://localhost:2"),
                Map.entry("THROUGHLINE_ANTHROPIC_KEY", "sk-two"),
                Map.entry("THROUGHLINE_CHATGPT_URL", "http://localhost:3/codex"),
                Map.entry("THROUGHLINE_ROUTES", "qwen=http://localhost:4/v1, llama=http://localhost:5"),
                Map.entry("THROUGHLINE_MEMORY", "all"),
                Map.entry("THROUGHLINE_MEMORY_WORKSPACE", "~/notes"),
                Map.entry("THROUGHLINE_MEMORY_SHOW", "off"),
                Map.entry("THROUGHLINE_MEMORY_LEARN", "off"),
                Map.entry("THROUGHLINE_MEMORY_EXTRACT_TURNS", "3"),
                Map.entry("THROUGHLINE_SEARCH_EMBEDDINGS", "custom"),
                Map.entry("THROUGHLINE_SEARCH_MODEL", "nomic"),
                Map.entry("THROUGHLINE_SEARCH_URL", "http://localhost:7/v1"),
                Map.entry("THROUGHLINE_SEARCH_KEY", "sk-four"),
                Map.entry("THROUGHLINE_SEARCH_HEADERS", "X-Team=blue, x-key = a=b"),
                Map.entry("THROUGHLINE_SEARCH_PATHS", "~/wiki, /srv/docs"),
                Map.entry("THROUGHLINE_POLICY", "off"),
                Map.entry("THROUGHLINE_TODO", "todo.md"),
                Map.entry("THROUGHLINE_TODO_MAX_CHARS", "7"),
                Map.entry("THROUGHLINE_WINDOWS", "gpt-9=500"),
                Map.entry("THROUGHLINE_PRICES", "gpt-9=0.1/1/10"),
                Map.entry("THROUGHLINE_LIMITS_SENT_BYTES", "9KB"),
                Map.entry("THROUGHLINE_AUTO_OUTPUT_TURNS", "1"),
                Map.entry("THROUGHLINE_AUTO_FILE_TURNS", "2"),
                Map.entry("THROUGHLINE_AUTO_EXCHANGE_TURNS", "3"),
                Map.entry("THROUGHLINE_AUTO_COLD_PERCENT", "4"),
                Map.entry("THROUGHLINE_AUTO_SOFT_TOKENS", "5"),
                Map.entry("THROUGHLINE_AUTO_PAYBACK_REQUESTS", "6"),
                Map.entry("THROUGHLINE_AUTO_LEAST_PERCENT", "7"),
                Map.entry("THROUGHLINE_AUTO_ARRIVAL_TOKENS", "8"),
                Map.entry("THROUGHLINE_HELPER_MODE", "provider"),
                Map.entry("THROUGHLINE_HELPER_SHARE_PERCENT", "25"),
                Map.entry("THROUGHLINE_HELPER_MODEL", "small"),
                Map.entry("THROUGHLINE_HELPER_URL", "http://localhost:6"),
                Map.entry("THROUGHLINE_HELPER_KEY", "sk-three"),
                Map.entry("THROUGHLINE_HELPER_DIALECT", "messages"),
                Map.entry("THROUGHLINE_HELPER_TIMEOUT_SECONDS", "7"),
                Map.entry("THROUGHLINE_HELPER_TOKENS_PER_SESSION", "8"),
                Map.entry("THROUGHLINE_HELPER_TOKENS_PER_HOUR", "9"),
                Map.entry("THROUGHLINE_LIMITS_BODY_BYTES", "1 MiB"),
                Map.entry("THROUGHLINE_LIMITS_HEADER_BYTES", "32KB"),
                Map.entry("THROUGHLINE_LOG_LEVEL", "debug"),
                Map.entry("THROUGHLINE_LOG_FORM", "json"),
                Map.entry("THROUGHLINE_LOG_FILE", "flow.jsonl"));
    }

    private static Map<String, String> chats() {
        return Map.ofEntries(
                Map.entry("THROUGHLINE_SESSIONS_SCOPE", "per-peer"),
                Map.entry("THROUGHLINE_SESSIONS_KEEP_DAYS", "90"),
                Map.entry("THROUGHLINE_SESSIONS_KEEP_COUNT", "1000"),
                Map.entry("THROUGHLINE_SESSIONS_MAIN_KEY", "hall"),
                Map.entry("THROUGHLINE_SESSIONS_IDENTITY_LINKS", "ada=+15550100 discord:1, bob=telegram:2"),
                Map.entry("THROUGHLINE_SESSIONS_OWNER", "ada, slack:3"),
                Map.entry("THROUGHLINE_SESSIONS_COMMANDS", "all"),
                Map.entry("THROUGHLINE_SESSIONS_COMMAND_SENDERS", "7, discord:8"),
                Map.entry("THROUGHLINE_SESSIONS_COMMAND_WORDS", "status=/stat"),
                Map.entry("THROUGHLINE_SESSIONS_SEND", "type=group channel=irc, key=cron:"),
                Map.entry("THROUGHLINE_SESSIONS_HISTORY", "gateway"),
                Map.entry("THROUGHLINE_SESSIONS_RESETS", "all"),
                Map.entry("THROUGHLINE_SESSIONS_RESET_DAILY_HOUR", "5"),
                Map.entry("THROUGHLINE_SESSIONS_RESET_IDLE_MINUTES", "60"),
                Map.entry("THROUGHLINE_SESSIONS_RESET_ZONE", "Europe/Berlin"),
                Map.entry("THROUGHLINE_SESSIONS_RESET_BY_TYPE", "group.idle_minutes=30"),
                Map.entry("THROUGHLINE_SESSIONS_RESET_BY_CHANNEL", "irc.daily_hour=off"),
                Map.entry("THROUGHLINE_SESSIONS_RESET_WORDS", "/restart"));
    }

    private static Map<String, String> figures() {
        return Map.ofEntries(
                Map.entry("THROUGHLINE_LIMITS_NEWEST_RESULTS", "9"),
                Map.entry("THROUGHLINE_COMPACT_FORM", "continuation"),
                Map.entry("THROUGHLINE_COMPACT_RECENT_TOKENS", "18"),
                Map.entry("THROUGHLINE_COMPACT_INSTRUCTIONS", "keep it"),
                Map.entry("THROUGHLINE_COMPACT_WINDOW_PERCENT", "11"),
                Map.entry("THROUGHLINE_COMPACT_WORDS_TOKENS", "12"),
                Map.entry("THROUGHLINE_COMPACT_SHRINK_PERCENT", "13"),
                Map.entry("THROUGHLINE_COMPACT_AHEAD_PERCENT", "14"),
                Map.entry("THROUGHLINE_COMPACT_REFILLS", "15"),
                Map.entry("THROUGHLINE_COMPACT_IDLE_MINUTES", "16"),
                Map.entry("THROUGHLINE_COMPACT_IDLE_RESULTS", "17"),
                Map.entry("THROUGHLINE_RETRIEVAL_SNIPPETS", "18"),
                Map.entry("THROUGHLINE_RETRIEVAL_CHARACTERS", "19"),
                Map.entry("THROUGHLINE_RECALL_OPENING_TOKENS", "20"),
                Map.entry("THROUGHLINE_LIMITS_ANSWER_TOKENS", "21"),
                Map.entry("THROUGHLINE_LIMITS_UNKNOWN_WINDOW_TOKENS", "22000"),
                Map.entry("THROUGHLINE_LIMITS_OVERFLOW_RETRIES", "4"),
                Map.entry("THROUGHLINE_LIMITS_LOCAL_ROUNDS", "5"),
                Map.entry("THROUGHLINE_AUTO_LATE_TURN", "24"),
                Map.entry("THROUGHLINE_AUTO_LOAN_PERCENT", "26"),
                Map.entry("THROUGHLINE_LIMITS_CACHEABLE_TOKENS", "25"),
                Map.entry("THROUGHLINE_LIMITS_SILENT_PROMPTS", "6"),
                Map.entry("THROUGHLINE_STATE_PINNED_CHARACTERS", "27"),
                Map.entry("THROUGHLINE_STATE_ANCHOR_CHARACTERS", "28"));
    }
}
