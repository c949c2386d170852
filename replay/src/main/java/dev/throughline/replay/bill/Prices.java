package dev.throughline.replay.bill;

/** The price of a token read from the cache and of one written to it, relative to plain input. */
public record Prices(double read, double write) {
    public static final Prices USUAL = new Prices(0.1, 1.25);

    public Prices {
        if (!(read >= 0) || !(write >= 0)) {
            throw new IllegalArgumentException("expected prices of 0 or more, found " + read + " and " + write);
        }
    }
}
