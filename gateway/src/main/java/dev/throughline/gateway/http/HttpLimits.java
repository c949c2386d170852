package dev.throughline.gateway.http;

import java.time.Duration;

/**
 * How much the server accepts from a client, and for how long it waits.
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
public record HttpLimits(
        int bodyBytes,
        int requestLineBytes,
        int headerBytes,
        long discardBytes,
        Duration lingerTime,
        Duration idleTime,
        Duration headTime,
        Duration bodyTime,
        long bodiesBytes) {
    public static final HttpLimits DEFAULT = new HttpLimits(
            64 << 20,
            16 << 10,
            64 << 10,
            256L << 20,
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            256L << 20);
}
