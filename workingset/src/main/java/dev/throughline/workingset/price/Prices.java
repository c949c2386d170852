package dev.throughline.workingset.price;

import dev.throughline.model.Usage;
import java.time.Duration;

/**
 * What a model's tokens cost, relative to plain input.
 *
 * @param read a token of the prompt that the provider had in its cache
 * @param write a token of the prompt that the provider puts into its cache
 * @param output a token that the model writes
 * @param cacheLifetime how long the provider keeps a prompt in its cache after its last use
 */
public record Prices(double read, double write, double output, Duration cacheLifetime) {
    public Prices {
        if (read < 0 || write < read || output < 0) {
            throw new IllegalArgumentException(
                    "expected 0 <= read <= write and output >= 0, found " + read + ", " + write + ", " + output);
        }
    }

    /** What a prompt was billed, in tokens of plain input. */
    public double prompt(Usage usage) {
        return usage.input() + read * usage.cacheRead() + write * usage.cacheWrite();
    }

    /** What a whole turn was billed. */
    public double turn(Usage usage) {
        return prompt(usage) + output * usage.output();
    }

    /** Requests that must follow until a change has paid for itself. */
    public double breakEven(long rewritten, long removed) {
        return removed <= 0 ? Double.POSITIVE_INFINITY : (write - read) / Math.max(read, 1e-9) * rewritten / removed;
    }

    /** The prices where nothing is cached. */
    public Prices uncached() {
        return new Prices(1, 1, output, cacheLifetime);
    }

    public Prices withCacheLifetime(Duration lifetime) {
        return new Prices(read, write, output, lifetime);
    }
}
