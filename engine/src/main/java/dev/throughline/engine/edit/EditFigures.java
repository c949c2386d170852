package dev.throughline.engine.edit;

import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.policy.Retention;

/**
 * Numbers that hold under every rule.
 *
 * @param answerTokens kept free for an answer that the client does not limit
 * @param repairAges what a prompt that was refused as too long loses first
 * @param cacheableTokens a provider that has a cache is taken to use it for prompts of this size
 * @param silentPrompts so many of them billed without a word of a cache mean that there is none
 */
public record EditFigures(long answerTokens, Retention repairAges, long cacheableTokens, int silentPrompts) {
    public static final EditFigures USUAL = new EditFigures(Budget.RESERVE, Retention.DEFAULT, 8_192, 3);
}
