package dev.throughline.workingset.price;

import dev.throughline.model.Usage;
import java.time.Duration;

/**
 * The prices of a model's tokens, relative to uncached input.
 *
 * @param read the price of a prompt token that is read from the cache
 * @param write the price of a prompt token that is written to the cache
 * @param output the price of an output token
 * @param cacheLifetime how long the provider keeps a prompt in its cache after its last use
 */
public record Prices(double read, double write, double output, Duration cacheLifetime) {
    public Prices {
        if (read < 0 || write < read || output < 0) {
            throw new IllegalArgumentException("Prices must be 0 <= read <= write and output >= 0, but are " + read
                    + ", " + write + ", " + output);
        }
    }

    /** The cost of a prompt, in units. */
    public double promptCost(Usage usage) {
        return usage.input() + read * usage.cacheRead() + write * usage.cacheWrite();
    }

    /** The cost of a turn, in units. */
    public double turnCost(Usage usage) {
        return promptCost(usage) + output * usage.output();
    }

    /** The number of requests after which a rewrite has paid for itself. */
    public double breakEven(long rewrittenTokens, long removedTokens) {
        return removedTokens <= 0
                ? Double.POSITIVE_INFINITY
                : (write - read) / Math.max(read, 1e-9) * rewrittenTokens / removedTokens;
    }

    /** The prices without a cache. */
    public Prices uncached() {
        return new Prices(1, 1, output, cacheLifetime);
    }

    public Prices withCacheLifetime(Duration lifetime) {
        return new Prices(read, write, output, lifetime);
    }
}
