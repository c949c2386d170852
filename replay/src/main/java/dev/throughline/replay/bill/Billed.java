package dev.throughline.replay.bill;

/** The tokens of one prompt; the three classes add up to the total. */
public record Billed(double total, double uncached, double read, double write) {
    /** A prompt of this size that is counted and not charged. */
    public static Billed uncharged(double total) {
        return new Billed(total, 0, 0, 0);
    }

    /** What it costs in units of one plain input token. */
    public double cost(Prices prices) {
        return uncached + prices.read() * read + prices.write() * write;
    }
}
