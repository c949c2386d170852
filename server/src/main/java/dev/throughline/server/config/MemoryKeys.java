package dev.throughline.server.config;

import dev.throughline.memory.MemorySettings;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.Projects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The keys of memory: when it is written and how much of it is shown. Part of {@link Keys#ALL}. */
public final class MemoryKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    /**
     * The folders in which memory is stored.
     *
     * @param isByProject whether each project has a workspace of its own
     * @param folder the one workspace of all projects, if the user named it
     */
    public record Workspaces(boolean isByProject, Optional<Path> folder) {
        static final Workspaces BY_PROJECT = new Workspaces(/* isByProject= */ true, Optional.empty());

        private static Workspaces of(String text, Environment environment) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "" -> throw new IllegalArgumentException();
                case "project" -> BY_PROJECT;
                case "shared" -> new Workspaces(/* isByProject= */ false, Optional.empty());
                default -> new Workspaces(/* isByProject= */ false, Optional.of(environment.path(text)));
            };
        }

        private String text() {
            return isByProject ? "project" : folder.map(Path::toString).orElse("shared");
        }
    }

    public static final Key<Workspaces> WORKSPACE = KEYS.key(
            "memory.workspace",
            new ValueType<>(
                    "project, shared or a path",
                    (text, environment) -> Workspaces.of(text.strip(), environment),
                    Workspaces::text),
            Workspaces.BY_PROJECT,
            "where memory is stored: one workspace for each project, a shared one, or a folder");
    public static final Key<Boolean> MEMORY_SHOW =
            KEYS.key("memory.show", ValueType.SWITCH, true, "show memory to sessions");
    public static final Key<Boolean> MEMORY_LEARN =
            KEYS.key("memory.learn", ValueType.SWITCH, true, "write memory from sessions");
    public static final Key<Integer> EXTRACT_TURNS = KEYS.number("memory.extract_turns", 1, 1_000, 1);
    public static final Key<Integer> FLUSH_RESERVE_TOKENS = KEYS.count(
            "memory.flush_reserve_tokens", MemoryLimits.DEFAULT.flush().reserveTokens());
    public static final Key<Integer> FLUSH_EARLY_TOKENS =
            KEYS.count("memory.flush_early_tokens", MemoryLimits.DEFAULT.flush().earlyTokens());
    public static final Key<Integer> NOTES_FIRST_TOKENS =
            KEYS.count("memory.notes_first_tokens", MemoryLimits.DEFAULT.notes().firstTokens());
    public static final Key<Integer> NOTES_NEXT_TOKENS =
            KEYS.count("memory.notes_next_tokens", MemoryLimits.DEFAULT.notes().nextTokens());
    public static final Key<Integer> NOTES_CALLS =
            KEYS.count("memory.notes_calls", MemoryLimits.DEFAULT.notes().calls());
    public static final Key<Integer> NOTES_SECTION_TOKENS = KEYS.number(
            "memory.notes_section_tokens",
            50,
            20_000,
            MemoryLimits.DEFAULT.notes().sectionTokens());
    public static final Key<Integer> NOTES_TOKENS = KEYS.number(
            "memory.notes_tokens", 500, 100_000, MemoryLimits.DEFAULT.notes().allTokens());
    public static final Key<Integer> IDLE_HOURS = KEYS.count("memory.idle_hours", 6);
    public static final Key<Integer> OLDEST_DAYS = KEYS.number("memory.oldest_days", 1, 3_650, 10);
    public static final Key<Integer> MERGE_HOURS = KEYS.count("memory.merge_hours", 6);
    public static final Key<Integer> MERGE_DAYS = KEYS.number("memory.merge_days", 1, 3_650, 30);
    public static final Key<Integer> MERGE_SESSIONS = KEYS.number(
            "memory.merge_sessions",
            1,
            10_000,
            MemoryLimits.DEFAULT.consolidation().rollouts());
    public static final Key<Integer> OPENING_LINES = KEYS.count(
            "memory.opening_lines", MemoryLimits.DEFAULT.sessionStart().lines());
    public static final Key<Long> OPENING_BYTES = KEYS.bytes(
            "memory.opening_bytes", MemoryLimits.DEFAULT.sessionStart().bytes());
    public static final Key<Integer> OPENING_SUMMARY_TOKENS = KEYS.count(
            "memory.opening_summary_tokens", MemoryLimits.DEFAULT.sessionStart().summaryTokens());
    public static final Key<Integer> OPENING_LOG_TOKENS = KEYS.count(
            "memory.opening_log_tokens", MemoryLimits.DEFAULT.sessionStart().logTokens());
    public static final Key<Integer> OPENING_LOG_PERCENT = KEYS.percent(
            "memory.opening_log_percent", MemoryLimits.DEFAULT.sessionStart().logPercent());
    public static final Key<Integer> OPENING_LEARNT_TOKENS = KEYS.count(
            "memory.opening_learnt_tokens", MemoryLimits.DEFAULT.sessionStart().learntTokens());
    public static final Key<Integer> TOPICS = KEYS.number("memory.topics", 0, 50, MemoryLimits.DEFAULT.topics());
    public static final Key<Integer> MANIFEST_TOPICS = KEYS.number(
            "memory.manifest_topics", 1, 5_000, MemoryLimits.DEFAULT.manifest().topics());
    public static final Key<Integer> MANIFEST_LINES = KEYS.number(
            "memory.manifest_lines", 1, 1_000, MemoryLimits.DEFAULT.manifest().lines());
    public static final Key<Integer> PAGE_LINES = KEYS.number(
            "memory.page_lines", 1, 100_000, MemoryLimits.DEFAULT.excerpt().lines());
    public static final Key<Integer> PAGE_CHARACTERS = KEYS.number(
            "memory.page_characters",
            100,
            1_000_000,
            MemoryLimits.DEFAULT.excerpt().characters());

    public static final Key<String> INDEX_MESSAGES =
            KEYS.unlisted("sessions.index_messages", ValueType.TEXT, Integer.toString(IndexMessages.DEFAULT));

    static final List<Key<?>> ALL = KEYS.all();

    private MemoryKeys() {}

    public static Projects projects(Config config) {
        Workspaces workspaces = config.value(WORKSPACE);
        return new Projects(config.home(), workspaces.isByProject(), workspaces.folder());
    }

    public static MemorySettings settings(Config config) {
        return new MemorySettings(
                projects(config),
                config.value(MEMORY_SHOW),
                config.value(MEMORY_LEARN),
                IndexMessages.of(config.value(INDEX_MESSAGES)),
                limits(config),
                SearchKeys.settings(config),
                config.markers(),
                WorkingSetKeys.windows(config),
                SessionKeys.chatKeys(config),
                ReferenceKeys.settings(config));
    }

    public static MemoryLimits limits(Config config) {
        int summary = config.value(OPENING_SUMMARY_TOKENS);
        return new MemoryLimits(
                new MemoryLimits.FlushLimits(config.value(FLUSH_RESERVE_TOKENS), config.value(FLUSH_EARLY_TOKENS)),
                config.value(EXTRACT_TURNS),
                new MemoryLimits.NotesLimits(
                        config.value(NOTES_FIRST_TOKENS),
                        config.value(NOTES_NEXT_TOKENS),
                        config.value(NOTES_CALLS),
                        config.value(NOTES_SECTION_TOKENS),
                        config.value(NOTES_TOKENS)),
                new MemoryLimits.ConsolidationLimits(
                        Duration.ofHours(config.value(IDLE_HOURS)),
                        Duration.ofDays(config.value(OLDEST_DAYS)),
                        Duration.ofHours(config.value(MERGE_HOURS)),
                        Duration.ofDays(config.value(MERGE_DAYS)),
                        config.value(MERGE_SESSIONS),
                        summary),
                new MemoryLimits.SessionStartLimits(
                        config.value(OPENING_LINES),
                        Math.toIntExact(config.value(OPENING_BYTES)),
                        summary,
                        config.value(OPENING_LOG_TOKENS),
                        config.value(OPENING_LOG_PERCENT),
                        config.value(OPENING_LEARNT_TOKENS)),
                new MemoryLimits.ManifestLimits(config.value(MANIFEST_TOPICS), config.value(MANIFEST_LINES)),
                config.value(TOPICS),
                new MemoryLimits.ExcerptLimits(config.value(PAGE_LINES), config.value(PAGE_CHARACTERS)));
    }
}
