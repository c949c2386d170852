package dev.throughline.gateway.http;

import java.time.Duration;

/**
 * How much of what the door takes from a client.
 *
 * @param bodyBytes the largest body of a request; a larger one is answered with 413
 * @param requestLineBytes the longest request line; a longer one is answered with 414
 * @param headerBytes all headers of a request together; more are answered with 431
 * @param discardBytes how much of a refused request is read and thrown away, so that its client sees the refusal
 *     instead of a reset connection
 * @param lingerTime how long a refused request may take to arrive
 * @param idleTime how long a connection may be silent before its request is complete
 * @param headTime how long a request line and headers may take altogether, from their first byte on
 * @param bodyTime how long a body may take altogether
 */
public record DoorLimits(
        int bodyBytes,
        int requestLineBytes,
        int headerBytes,
        long discardBytes,
        Duration lingerTime,
        Duration idleTime,
        Duration headTime,
        Duration bodyTime) {
    public static final DoorLimits DEFAULT = new DoorLimits(
            64 << 20,
            16 << 10,
            64 << 10,
            256L << 20,
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5));

    /** The same limits with another one for bodies. */
    public DoorLimits withBodyBytes(int bytes) {
        return new DoorLimits(
                bytes, requestLineBytes, headerBytes, discardBytes, lingerTime, idleTime, headTime, bodyTime);
    }

    /** The same limits with other times for the head and the body of a request. */
    public DoorLimits withTimes(Duration head, Duration body) {
        return new DoorLimits(bodyBytes, requestLineBytes, headerBytes, discardBytes, lingerTime, idleTime, head, body);
    }
}
