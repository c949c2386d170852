package dev.throughline.engine.edit;

import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.policy.Retention;

/**
 * Numbers that apply under every policy.
 *
 * @param answerTokens the tokens reserved for a reply if the client sets no limit
 * @param repairAges what is removed first from a prompt that was refused as too long
 * @param cacheableTokens the size from which a provider with a prompt cache is expected to use it
 * @param silentPrompts after so many prompts of that size without a report of cached tokens, the provider has no cache
 */
public record EditFigures(long answerTokens, Retention repairAges, long cacheableTokens, int silentPrompts) {
    public static final EditFigures DEFAULT = new EditFigures(Budget.RESERVE, Retention.DEFAULT, 8_192, 3);
}
