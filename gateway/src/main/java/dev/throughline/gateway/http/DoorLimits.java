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
 * @param bodiesBytes how much all large bodies may take together; one beyond that is answered with 503
 */
public record DoorLimits(
        int bodyBytes,
        int requestLineBytes,
        int headerBytes,
        long discardBytes,
        Duration lingerTime,
        Duration idleTime,
        Duration headTime,
        Duration bodyTime,
        long bodiesBytes) {
    public static final DoorLimits DEFAULT = new DoorLimits(
            64 << 20,
            16 << 10,
            64 << 10,
            256L << 20,
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            256L << 20);

    /** The same limits with another one for bodies. */
    public DoorLimits withBodyBytes(int bytes) {
        return with(bytes, headTime, bodyTime, bodiesBytes);
    }

    /** The same limits with other times for the head and the body of a request. */
    public DoorLimits withTimes(Duration head, Duration body) {
        return with(bodyBytes, head, body, bodiesBytes);
    }

    /** The same limits with another one for all large bodies together. */
    public DoorLimits withBodiesBytes(long bytes) {
        return with(bodyBytes, headTime, bodyTime, bytes);
    }

    private DoorLimits with(int body, Duration head, Duration whole, long bodies) {
        return new DoorLimits(
                body, requestLineBytes, headerBytes, discardBytes, lingerTime, idleTime, head, whole, bodies);
    }
}
