package dev.throughline.simulator.session;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.CachePrices;

/**
 * The settings of a replay.
 *
 * @param systemTokens the size of tools and system prompt together; 0 is a prompt of two lines
 * @param ttlSeconds how long a cached prefix stays warm after its last use; infinity is for ever
 * @param windowTokens prompts above are refused; 0 is no limit
 */
public record ReplaySettings(
        SimulatedDialect dialect, int systemTokens, double ttlSeconds, long windowTokens, CachePrices prices) {
    public static final double USUAL_TTL_SECONDS = 300;
    public static final long USUAL_WINDOW_TOKENS = 200_000;

    /** The default settings of a dialect. */
    public static ReplaySettings usual(SimulatedDialect dialect) {
        return new ReplaySettings(dialect, 0, USUAL_TTL_SECONDS, USUAL_WINDOW_TOKENS, CachePrices.USUAL);
    }

    public ReplaySettings {
        if (systemTokens < 0 || !(ttlSeconds > 0) || windowTokens < 0) {
            throw new IllegalArgumentException("expected sizes of 0 or more and a warm time above 0, found "
                    + systemTokens + ", " + windowTokens + " and " + ttlSeconds);
        }
    }
}
