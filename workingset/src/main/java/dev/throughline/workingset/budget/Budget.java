package dev.throughline.workingset.budget;

import java.util.OptionalLong;

/**
 * What one request may hold.
 *
 * @param window tokens that the model takes in and puts out together
 * @param reserve tokens kept free for the answer
 * @param bodyBytes the largest body, where one is set
 */
public record Budget(long window, long reserve, OptionalLong bodyBytes) {
    /** What an answer usually gets when the client does not limit it. */
    public static final long RESERVE = 8_192;

    /** An answer's limit is often far above what is ever written; it takes no more than this part of the window. */
    private static final double MOST_RESERVE = 0.25;

    /** Our count of tokens and the provider's differ; the rest of the window is for that. */
    private static final double MARGIN = 0.97;

    /** The budget of a request that limits its answer so, or not at all. */
    public static Budget of(long window, OptionalLong outputLimit, OptionalLong bodyBytes) {
        return of(window, outputLimit.orElse(RESERVE), bodyBytes);
    }

    /** The budget of a request whose answer has at most so many tokens. */
    public static Budget of(long window, long outputTokens, OptionalLong bodyBytes) {
        long most = Math.round(window * MOST_RESERVE);
        return new Budget(window, Math.min(outputTokens, most), bodyBytes);
    }

    /** The most tokens that the prompt may have. */
    public long promptLimit() {
        return Math.round((window - reserve) * MARGIN);
    }

    /** The same budget for a model that turned out to take only so much of its window. */
    public Budget shrunk(double part) {
        return new Budget(Math.round(window * part), Math.round(reserve * part), bodyBytes);
    }
}
