package dev.throughline.workingset.price;

import dev.throughline.model.Usage;

/**
 * What a session really cost, and would have cost untouched. Prices turn it into a bill; the model's own words, which
 * are the same either way, are left out of that.
 *
 * @param turns turns that were billed
 * @param billed what the provider charged
 * @param shadow what it would have charged for the client's own requests, by estimate
 */
public record Ledger(long turns, Usage billed, Usage shadow) {
    public static final Ledger EMPTY = new Ledger(0, Usage.NONE, Usage.NONE);

    /** The ledger after a turn. */
    public Ledger after(Usage real, Usage untouched) {
        return new Ledger(turns + 1, billed.plus(real), shadow.plus(untouched));
    }

    /** What was saved, in tokens of plain input; negative when it was dearer. */
    public double saved(Prices prices) {
        return prices.prompt(shadow) - prices.prompt(billed);
    }

    /** The net change in cost, as a part of what the session would have cost: -0.4 is 40% less. */
    public double change(Prices prices) {
        double untouched = prices.prompt(shadow);
        return untouched == 0 ? 0 : prices.prompt(billed) / untouched - 1;
    }
}
