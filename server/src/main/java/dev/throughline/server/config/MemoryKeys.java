package dev.throughline.server.config;

import dev.throughline.memory.project.MemoryLimits;
import java.util.List;

/** What memory writes and shows. Part of {@link Keys#ALL}. */
public final class MemoryKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<Memory.Where> WORKSPACE = KEYS.key(
            "memory.workspace",
            Memory.Where.KIND,
            Memory.Where.PROJECT,
            "where memory is kept: one workspace for each project, a shared one, or a folder");
    public static final Key<Boolean> MEMORY_SHOW =
            KEYS.key("memory.show", ValueTypes.SWITCH, true, "show sessions what memory says");
    public static final Key<Boolean> MEMORY_LEARN =
            KEYS.key("memory.learn", ValueTypes.SWITCH, true, "let sessions write memory");
    public static final Key<Integer> EXTRACT_TURNS = KEYS.key(
            "memory.extract_turns", ValueTypes.from(1, 1_000), 1, "turns of the user after which topics are extracted");
    public static final Key<Integer> FLUSH_RESERVE_TOKENS = KEYS.key(
            "memory.flush_reserve_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.flush().reserveTokens(),
            "tokens of the window that a compaction needs; memory is flushed before they are used");
    public static final Key<Integer> FLUSH_EARLY_TOKENS = KEYS.key(
            "memory.flush_early_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.flush().earlyTokens(),
            "how many tokens earlier memory is flushed");
    public static final Key<Integer> NOTES_FIRST_TOKENS = KEYS.key(
            "memory.notes_first_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.notes().firstTokens(),
            "a session gets notes once its prompt has this many tokens");
    public static final Key<Integer> NOTES_NEXT_TOKENS = KEYS.key(
            "memory.notes_next_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.notes().nextTokens(),
            "tokens after which notes are updated");
    public static final Key<Integer> NOTES_CALLS = KEYS.key(
            "memory.notes_calls",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.notes().calls(),
            "tool calls after which notes are updated, unless there is a pause");
    public static final Key<Integer> NOTES_SECTION_TOKENS = KEYS.key(
            "memory.notes_section_tokens",
            ValueTypes.from(50, 20_000),
            MemoryLimits.DEFAULT.notes().sectionTokens(),
            "the longest section of notes, in tokens");
    public static final Key<Integer> NOTES_TOKENS = KEYS.key(
            "memory.notes_tokens",
            ValueTypes.from(500, 100_000),
            MemoryLimits.DEFAULT.notes().allTokens(),
            "the longest notes, in tokens");
    public static final Key<Integer> IDLE_HOURS = KEYS.key(
            "memory.idle_hours",
            ValueTypes.COUNT,
            6,
            "hours without a request after which a session counts as finished");
    public static final Key<Integer> OLDEST_DAYS = KEYS.key(
            "memory.oldest_days", ValueTypes.from(1, 3_650), 10, "the oldest finished session that is read, in days");
    public static final Key<Integer> MERGE_HOURS =
            KEYS.key("memory.merge_hours", ValueTypes.COUNT, 6, "hours between two merges of what sessions left");
    public static final Key<Integer> MERGE_DAYS = KEYS.key(
            "memory.merge_days",
            ValueTypes.from(1, 3_650),
            30,
            "days without use after which a session is no longer merged");
    public static final Key<Integer> MERGE_SESSIONS = KEYS.key(
            "memory.merge_sessions",
            ValueTypes.from(1, 10_000),
            MemoryLimits.DEFAULT.merging().rollouts(),
            "the most sessions that are merged");
    public static final Key<Integer> OPENING_LINES = KEYS.key(
            "memory.opening_lines",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.opening().lines(),
            "lines of MEMORY.md that a new session is shown");
    public static final Key<Long> OPENING_BYTES = KEYS.key(
            "memory.opening_bytes",
            ValueTypes.BYTES,
            (long) MemoryLimits.DEFAULT.opening().bytes(),
            "bytes of MEMORY.md that a new session is shown");
    public static final Key<Integer> OPENING_SUMMARY_TOKENS = KEYS.key(
            "memory.opening_summary_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.opening().summaryTokens(),
            "the longest memory_summary.md, in tokens, all of which is shown");
    public static final Key<Integer> OPENING_LOG_TOKENS = KEYS.key(
            "memory.opening_log_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.opening().logTokens(),
            "the most tokens shown of today's log, and of yesterday's");
    public static final Key<Integer> OPENING_LOG_PERCENT = KEYS.key(
            "memory.opening_log_percent",
            ValueTypes.from(0, 100),
            MemoryLimits.DEFAULT.opening().logPercent(),
            "the most that lines about what sessions worked on may take, in percent of the prompt");
    public static final Key<Integer> OPENING_LEARNT_TOKENS = KEYS.key(
            "memory.opening_learnt_tokens",
            ValueTypes.COUNT,
            MemoryLimits.DEFAULT.opening().learntTokens(),
            "tokens of what was learned from sessions that a new session is shown, newest first");
    public static final Key<Integer> TOPICS = KEYS.key(
            "memory.topics",
            ValueTypes.from(0, 50),
            MemoryLimits.DEFAULT.topics(),
            "the most topics that a turn is shown");
    public static final Key<Integer> MANIFEST_TOPICS = KEYS.key(
            "memory.manifest_topics",
            ValueTypes.from(1, 5_000),
            MemoryLimits.DEFAULT.manifest().topics(),
            "how many topics, newest first, are candidates");
    public static final Key<Integer> MANIFEST_LINES = KEYS.key(
            "memory.manifest_lines",
            ValueTypes.from(1, 1_000),
            MemoryLimits.DEFAULT.manifest().lines(),
            "lines of each candidate that are read");
    public static final Key<Integer> PAGE_LINES = KEYS.key(
            "memory.page_lines",
            ValueTypes.from(1, 100_000),
            MemoryLimits.DEFAULT.excerpt().lines(),
            "lines that memory_get shows at once");
    public static final Key<Integer> PAGE_CHARACTERS = KEYS.key(
            "memory.page_characters",
            ValueTypes.from(100, 1_000_000),
            MemoryLimits.DEFAULT.excerpt().characters(),
            "characters that memory_get shows at once");

    static final List<Key<?>> ALL = KEYS.all();

    private MemoryKeys() {}
}
