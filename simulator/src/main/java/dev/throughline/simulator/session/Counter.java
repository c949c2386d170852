package dev.throughline.simulator.session;

/** What is counted, per session and in total. */
public enum Counter {
    TURNS,
    /** Requests that reached the model as main requests and were taken. */
    REQUESTS,
    DIRECT_TOKENS,
    DIRECT_COST,
    FORWARDED_TOKENS,
    COST,
    UNCACHED,
    READ,
    WRITE,
    /** The cost of fetching lost evidence again, and the number of turns that need it. */
    REGRET,
    REFETCHES,
    EVIDENCE,
    EVIDENCE_OLD,
    COVERED,
    COVERED_OLD,
    TURNS_WITH_EVIDENCE,
    TURNS_COVERED,
    /** Texts that edits replace and that stood in the agent's own request; and those that were forwarded verbatim. */
    TARGETS,
    READY,
    /** Main requests that do not continue the one before. */
    EDITS,
    VIOLATIONS,
    INVALID,
    /** Prompts that the model refused as too long. */
    REJECTED,
    /** How turns ended, one of five. */
    OK,
    OVERFLOW,
    FAILED,
    DAMAGED,
    UNMATCHED,
    AUXILIARY,
    AUXILIARY_TOKENS,
    AUXILIARY_COST,
    REPEATS,
    REPEATS_SAME,
    BYPASSES
}
