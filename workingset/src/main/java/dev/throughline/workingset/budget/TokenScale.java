package dev.throughline.workingset.budget;

/**
 * How the provider's count of tokens relates to ours, learned from the usage that it reports.
 *
 * @param factor the provider's tokens for one of ours
 */
public record TokenScale(double factor) {
    public static final TokenScale UNKNOWN = new TokenScale(1);

    /** What a single report is worth against what was learned before. */
    private static final double WEIGHT = 0.3;

    private static final double LEAST = 0.25;
    private static final double MOST = 4;

    /** Prompts below this are mostly frame, and say little about text. */
    private static final long TELLING_TOKENS = 500;

    /** The scale after the provider counted {@code reported} tokens where we counted {@code ours}. */
    public TokenScale after(long ours, long reported) {
        if (ours < TELLING_TOKENS || reported < TELLING_TOKENS) {
            return this;
        }
        double seen = Math.clamp((double) reported / ours, LEAST, MOST);
        return equals(UNKNOWN) ? new TokenScale(seen) : new TokenScale(factor + WEIGHT * (seen - factor));
    }

    /** The provider's count of as many tokens of ours. */
    public long provider(long ours) {
        return Math.round(ours * factor);
    }

    /** Our count of as many tokens of the provider's. */
    public long ours(long provider) {
        return Math.round(provider / factor);
    }
}
