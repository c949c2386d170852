package dev.throughline.app.config;

import static dev.throughline.app.config.Key.key;

import dev.throughline.memory.Measures;
import java.util.List;

/** What memory writes and shows. Part of {@link Keys#ALL}. */
public final class MemoryKeys {
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
            key("memory.extract_turns", Kinds.from(1, 1_000), 1, "topics are learnt after this many turns of the user");
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
            "a session gets notes once its prompt has this many tokens");
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
            "the most tokens shown of today's log, and of yesterday's");
    public static final Key<Integer> OPENING_LOG_PERCENT = key(
            "memory.opening_log_percent",
            Kinds.from(0, 100),
            Measures.USUAL.opening().logPercent(),
            "the most that lines about what sessions worked on may take, in percent of the prompt");
    public static final Key<Integer> OPENING_LEARNT_TOKENS = key(
            "memory.opening_learnt_tokens",
            Kinds.COUNT,
            Measures.USUAL.opening().learntTokens(),
            "how much of what was learnt from sessions a new one is shown, the newest first");
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

    static final List<Key<?>> ALL = List.of(
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
            OPENING_LOG_PERCENT,
            OPENING_LEARNT_TOKENS,
            TOPICS,
            MANIFEST_TOPICS,
            MANIFEST_LINES,
            PAGE_LINES,
            PAGE_CHARACTERS);

    private MemoryKeys() {}
}
