package dev.throughline.workingset.edit;

import java.util.Locale;

/**
 * The reason for edits, with their cost and their savings in prompt tokens.
 *
 * @param before the prompt without these edits
 * @param after the prompt with them
 * @param rewritten cached tokens after the first change, which the provider has to write to its cache again
 * @param breakEven requests after which the edits have paid for themselves; 0 if they cost nothing
 * @param expected requests that were expected to follow
 * @param sentence a summary for people
 */
public record DecisionReason(
        Trigger trigger, long before, long after, long rewritten, double breakEven, double expected, String sentence) {
    public enum Trigger {
        /** A new item was changed before it was first sent. */
        ARRIVAL,
        /** The prompt is in the provider's cache, and the rewrite pays for itself. */
        WARM,
        /** The prompt is no longer in the provider's cache, so a rewrite is free. */
        COLD,
        /** The prompt did not fit. */
        HARD,
        /** The provider refused the prompt as too long. */
        OVERFLOW,
        /** Someone requested a compaction. */
        MANUAL,
        /** The gateway added state, tools or local calls. */
        ASKED;

        /** The name in files and logs. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Trigger of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** The reason for something that the gateway added. */
    public static DecisionReason added(long before, long after, String sentence) {
        return new DecisionReason(Trigger.ASKED, before, after, 0, 0, 0, sentence);
    }

    public long removed() {
        return before - after;
    }
}
