package dev.throughline.simulator.prompt;

/** The price of a token read from the cache and of one written to it, relative to plain input. */
public record CachePrices(double read, double write) {
    public static final CachePrices USUAL = new CachePrices(0.1, 1.25);

    public CachePrices {
        if (!(read >= 0) || !(write >= 0)) {
            throw new IllegalArgumentException("expected prices of 0 or more, found " + read + " and " + write);
        }
    }
}
