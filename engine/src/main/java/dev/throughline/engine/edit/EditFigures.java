package dev.throughline.engine.edit;

import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.policy.Retention;

/**
 * Settings that apply to every policy.
 *
 * @param answerTokens the tokens reserved for a reply if the client sets no limit
 * @param repairRetention which content is removed first from a prompt that was refused as too long
 * @param cacheableTokens the prompt size from which a provider with a prompt cache is expected to use the cache
 * @param silentPrompts after this many prompts of that size without a report of cached tokens, the provider is assumed
 *     to have no cache
 */
public record EditFigures(long answerTokens, Retention repairRetention, long cacheableTokens, int silentPrompts) {
    public static final EditFigures DEFAULT = new EditFigures(Budget.RESERVE, Retention.DEFAULT, 8_192, 3);
}
