package dev.throughline.workingset.budget;

/**
 * The ratio of the provider's token count to ours, learned from the usage that it reports.
 *
 * @param factor the provider's tokens for each token of ours
 */
public record TokenScale(double factor) {
    public static final TokenScale UNKNOWN = new TokenScale(1);

    /** The weight of a single report. */
    private static final double WEIGHT = 0.3;

    private static final double MIN_FACTOR = 0.25;
    private static final double MAX_FACTOR = 4;

    /** Smaller prompts consist mostly of overhead and say little about text. */
    private static final long MIN_TOKENS = 500;

    /** The scale after the provider counted {@code reported} tokens where we counted {@code ours}. */
    public TokenScale after(long ours, long reported) {
        if (ours < MIN_TOKENS || reported < MIN_TOKENS) {
            return this;
        }
        double seen = Math.clamp((double) reported / ours, MIN_FACTOR, MAX_FACTOR);
        return equals(UNKNOWN) ? new TokenScale(seen) : new TokenScale(factor + WEIGHT * (seen - factor));
    }
}
