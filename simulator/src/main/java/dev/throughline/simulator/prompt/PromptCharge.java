package dev.throughline.simulator.prompt;

import dev.throughline.model.Usage;
import dev.throughline.simulator.dialect.SimulatedDialect;

/** The tokens of one prompt; the three classes add up to the total. */
public record PromptCharge(double total, double uncached, double read, double write) {
    /** A prompt of this size that is counted and not charged. */
    public static PromptCharge uncharged(double total) {
        return new PromptCharge(total, 0, 0, 0);
    }

    /** What it costs in units of one plain input token. */
    public double cost(CachePrices prices) {
        return uncached + prices.read() * read + prices.write() * write;
    }

    /** The same in whole tokens as the provider of a dialect reports it: OpenAI does not say what it wrote. */
    public Usage usage(SimulatedDialect dialect) {
        double cached = dialect == SimulatedDialect.MESSAGES ? read + write : read;
        return new Usage(rounded(total) - rounded(cached), rounded(read), rounded(cached) - rounded(read), 0);
    }

    private static long rounded(double tokens) {
        return (long) Math.rint(tokens);
    }
}
