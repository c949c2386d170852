package dev.throughline.memory.limits;

import java.time.Duration;

/**
 * The limits of memory: when it is written and how much of it is shown. Each limit has a configuration key.
 *
 * @param extractEveryTurns the number of turns of a person after which topics are extracted
 * @param topics the maximum number of topics that are shown with a turn
 */
public record MemoryLimits(
        FlushLimits flush,
        int extractEveryTurns,
        NotesLimits notes,
        ConsolidationLimits consolidation,
        SessionStartLimits sessionStart,
        ManifestLimits manifest,
        int topics,
        ExcerptLimits excerpt) {
    public static final MemoryLimits DEFAULT = new MemoryLimits(
            new FlushLimits(20_000, 4_000),
            1,
            new NotesLimits(10_000, 5_000, 3, 2_000, 12_000),
            new ConsolidationLimits(
                    Duration.ofHours(6), Duration.ofDays(10), Duration.ofHours(6), Duration.ofDays(30), 256, 2_500),
            new SessionStartLimits(200, 25 << 10, 2_500, 1_500, 1, 500),
            new ManifestLimits(200, 30),
            5,
            new ExcerptLimits(120, 12_000));

    /**
     * The limits that determine when a session is flushed.
     *
     * @param reserveTokens the part of the context window that a compaction needs
     * @param earlyTokens how many tokens before that the flush takes place
     */
    public record FlushLimits(int reserveTokens, int earlyTokens) {
        /** Whether a prompt is so close to the end of its window that the session has to be flushed. */
        public boolean isFlushDue(long window, long tokens) {
            return tokens >= window - reserveTokens - earlyTokens;
        }
    }

    /**
     * The limits that determine when session notes are written, and their length.
     *
     * @param firstTokens the length of the prompt at which the first notes are written
     * @param nextTokens how much the prompt grows until they are updated
     * @param calls the number of tool calls after which they are updated, unless there is a pause
     * @param sectionTokens the maximum length of a section
     * @param allTokens the maximum length of the notes
     */
    public record NotesLimits(int firstTokens, int nextTokens, int calls, int sectionTokens, int allTokens) {}

    /**
     * The limits of consolidation: the sessions that it reads, and when it merges.
     *
     * @param idle how long a session must be without a turn before it is read
     * @param oldest the maximum age of a session that is read
     * @param mergeInterval the time between two merges
     * @param decay the age after which a rollout that was not used is not merged any more
     * @param rollouts the maximum number of rollouts in a merge
     * @param summaryTokens the maximum length of the summary
     */
    public record ConsolidationLimits(
            Duration idle, Duration oldest, Duration mergeInterval, Duration decay, int rollouts, int summaryTokens) {}

    /**
     * The limits of the memory that a new session is shown.
     *
     * @param lines the maximum number of lines of {@code MEMORY.md}
     * @param bytes the maximum number of bytes of {@code MEMORY.md}
     * @param summaryTokens the maximum length of {@code memory_summary.md}
     * @param logTokens the maximum length of each daily log, newest lines first
     * @param logPercent the maximum length of the lines about what sessions worked on, in percent of the prompt
     * @param learntTokens the maximum length of all facts that were learnt from sessions, on all pages together
     */
    public record SessionStartLimits(
            int lines, int bytes, int summaryTokens, int logTokens, int logPercent, int learntTokens) {
        public SessionStartLimits {
            if (logPercent < 0 || logPercent > 100) {
                throw new IllegalArgumentException("expected a percentage from 0 to 100, found " + logPercent);
            }
        }
    }

    /**
     * The size of the list of topics from which the topics for a turn are selected.
     *
     * @param topics the maximum number of topics, newest first
     * @param lines how many lines of a topic are read for the list
     */
    public record ManifestLimits(int topics, int lines) {}

    /** The part of a page that {@code memory_get} returns in one call. */
    public record ExcerptLimits(int lines, int characters) {}
}
