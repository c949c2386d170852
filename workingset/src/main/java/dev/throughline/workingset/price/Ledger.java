package dev.throughline.workingset.price;

import dev.throughline.model.Usage;

/**
 * The cost of a session, and its cost without edits. The output is the same in both, except for calls of
 * local tools.
 *
 * @param turns billed turns
 * @param billed what the provider charged, including calls of the helper model
 * @param shadow what it would have charged for the client's own requests
 */
public record Ledger(long turns, Usage billed, Usage shadow) {
    public static final Ledger EMPTY = new Ledger(0, Usage.NONE, Usage.NONE);

    /** The ledger after a turn. */
    public Ledger after(Usage real, Usage untouched) {
        return new Ledger(turns + 1, billed.plus(real), shadow.plus(untouched));
    }

    /** The ledger after a call of the helper model, which the client would not have made. */
    public Ledger afterHelperCall(Usage usage) {
        return new Ledger(turns, billed.plus(usage), shadow);
    }

    /** What the client's own prompts would have cost, in units. */
    public double untouched(Prices prices) {
        return prices.promptCost(shadow);
    }

    /** What was saved, in units; negative if the session cost more. */
    public double saved(Prices prices) {
        return prices.turnCost(shadow) - prices.turnCost(billed);
    }
}
