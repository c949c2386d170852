package dev.throughline.gateway.upstream;

import java.time.Duration;

/**
 * How long the gateway waits for a provider, and how much of a reply it buffers.
 *
 * @param connectTime how long a connection, TLS included, may take to open
 * @param firstByteTime how long the head of a reply may take; a stream that has begun has no limit
 * @param idleTime how long a connection is kept for the next request
 * @param idleConnections how many idle connections are kept per event loop and origin
 * @param earlyBytes how much of a body is read before it is asked for
 * @param copyBytes how far the reader of a copy may fall behind before it holds the upstream back
 * @param wakeBytes how much of a copy waits before its reader is woken; waking costs more than an event of a stream
 *     does
 * @param holdTime how long a transform may send nothing to a client before it is asked whether the client must keep
 *     waiting
 * @param headerBytes all headers of a reply together
 */
public record UpstreamLimits(
        Duration connectTime,
        Duration firstByteTime,
        Duration idleTime,
        int idleConnections,
        int earlyBytes,
        int copyBytes,
        int wakeBytes,
        Duration holdTime,
        int headerBytes) {
    public static final UpstreamLimits DEFAULT = new UpstreamLimits(
            Duration.ofSeconds(10),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            64,
            64 << 10,
            8 << 20,
            32 << 10,
            Duration.ofSeconds(2),
            256 << 10);
}
