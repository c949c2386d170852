package dev.throughline.workingset.edit;

import java.util.Locale;

/**
 * Why edits were made, what they cost and what they save, in tokens of the prompt.
 *
 * @param before the prompt without these edits
 * @param after the prompt with them
 * @param rewritten tokens after the first changed one, which the provider has to write to its cache again; 0 when
 *     nothing of them was there
 * @param breakEven requests after which the edits have paid for themselves; 0 when they cost nothing
 * @param expected requests that were expected to follow
 * @param sentence the same for people
 */
public record DecisionReason(
        Trigger trigger, long before, long after, long rewritten, double breakEven, double expected, String sentence) {
    /** What gave the occasion. */
    public enum Trigger {
        /** Something new came and was not yet sent. */
        ARRIVAL,
        /** The provider has the prompt in its cache, and rewriting it pays all the same. */
        WARM,
        /** The provider has forgotten the prompt, so rewriting it is free. */
        COLD,
        /** The prompt has to fit now. */
        HARD,
        /** The provider said that the prompt is too long. */
        OVERFLOW,
        /** The agent or a person asked for it. */
        ASKED;

        /** The name as it is written in files and logs. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Trigger of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public long removed() {
        return before - after;
    }
}
