package dev.throughline.workingset.policy;

/**
 * The thresholds of the policy {@link Auto}.
 *
 * @param coldPart the part of its retention after which a piece is removed if that is free
 * @param softTokens a shorter history is not rewritten while the cache is warm
 * @param maxRequests requests within which a rewrite must pay for itself
 * @param minPart the part of the history that a rewrite must remove
 * @param arrivalTokens longer results are shortened before they are first sent
 * @param maxLoan the loan of a long session, as a part of what its prompts cost; in others it is at most
 *     {@link Auto#SMALL_LOAN}
 */
public record AutoSettings(
        Retention retention,
        double coldPart,
        long softTokens,
        int maxRequests,
        double minPart,
        long arrivalTokens,
        double maxLoan) {
    public static final AutoSettings DEFAULT = new AutoSettings(Retention.DEFAULT, 0.7, 15_000, 12, 0.1, 16_000, 0.05);
}
