package dev.throughline.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDv7 ids (RFC 9562) from a time and a source of randomness that are passed in, so that a test can repeat
 * them.
 *
 * <p>Safe for use by many threads if the generator is.
 *
 * @param areDerived whether a session's id is derived from its key, so that a replay gives the same ids again
 */
public record Ids(RandomGenerator random, boolean areDerived) {
    public Ids(RandomGenerator random) {
        this(random, /* areDerived= */ false);
    }

    /** A new id, made at {@code time}. */
    public UUID next(Instant time) {
        long high = (time.toEpochMilli() << 16) | 0x7000 | (random.nextLong() & 0x0fff);
        long low = 0x8000_0000_0000_0000L | (random.nextLong() & 0x3fff_ffff_ffff_ffffL);
        return new UUID(high, low);
    }

    public SessionId session(Instant time) {
        return new SessionId(next(time));
    }

    /** The id of a new session that is found by {@code key}. */
    public SessionId session(Instant time, SessionKey key) {
        if (!areDerived) {
            return session(time);
        }
        byte[] digest = Hash.digest().digest(key.text().getBytes(StandardCharsets.UTF_8));
        return new Ids(new SplittableRandom(ByteBuffer.wrap(digest).getLong())).session(time);
    }

    public TurnId turn(Instant time) {
        return new TurnId(next(time));
    }
}
