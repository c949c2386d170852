package dev.throughline.workingset.budget;

import java.util.OptionalLong;

/**
 * The size that a request may have.
 *
 * @param window the largest sum of input and output tokens
 * @param reserve tokens reserved for the output
 * @param bodyBytes the largest body, if one is configured
 */
public record Budget(long window, long reserve, OptionalLong bodyBytes) {
    /** The reserve if the client does not limit the output. */
    public static final long RESERVE = 8_192;

    /** Output limits are often far above what is written, so the reserve is at most this part of the window. */
    private static final double MAX_RESERVE = 0.25;

    /** The rest of the window allows for differences between our token count and the provider's. */
    private static final double MARGIN = 0.97;

    public static Budget of(long window, long outputTokens, OptionalLong bodyBytes) {
        long max = Math.round(window * MAX_RESERVE);
        return new Budget(window, Math.min(outputTokens, max), bodyBytes);
    }

    /** The largest prompt, in tokens. */
    public long promptLimit() {
        return Math.round((window - reserve) * MARGIN);
    }

    /** The budget of a model that accepts only a part of its window. */
    public Budget shrunk(double part) {
        return new Budget(Math.round(window * part), Math.round(reserve * part), bodyBytes);
    }
}
