package dev.throughline.model;

import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDv7 names (RFC 9562) from a time and a source of randomness that are passed in, so that a test can repeat
 * them.
 *
 * <p>Safe for use by many threads if the generator is.
 */
public record Ids(RandomGenerator random) {
    /** A new name, made at {@code time}. */
    public UUID next(Instant time) {
        long high = (time.toEpochMilli() << 16) | 0x7000 | (random.nextLong() & 0x0fff);
        long low = 0x8000_0000_0000_0000L | (random.nextLong() & 0x3fff_ffff_ffff_ffffL);
        return new UUID(high, low);
    }

    public SessionId session(Instant time) {
        return new SessionId(next(time));
    }

    public TurnId turn(Instant time) {
        return new TurnId(next(time));
    }
}
