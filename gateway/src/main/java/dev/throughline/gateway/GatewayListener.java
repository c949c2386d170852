package dev.throughline.gateway;

import java.time.Duration;
import java.util.Optional;

/** Receives the start and end of each request, for counters and logs. Called on event loops: must not block. */
public interface GatewayListener {
    GatewayListener NONE = new GatewayListener() {};

    /** A request is complete and will be answered; {@code open} requests are open now, this one among them. */
    default void started(String route, int open) {}

    /** A request was answered; {@code open} others still are open. */
    default void finished(FinishedRequest request, int open) {}

    /**
     * How a request went.
     *
     * @param route the route's name, for example {@code responses}; there are few of them, so it can be a label
     * @param status the status that was sent, or 0 if the client left before
     * @param duration from its first byte to the last one of its reply
     * @param firstByte from its first byte to the head of its reply, if there was one
     * @param bytesOut how much body was sent
     * @param isClientGone whether the client left before the end
     */
    record FinishedRequest(
            String route,
            int status,
            Duration duration,
            Optional<Duration> firstByte,
            long bytesOut,
            boolean isClientGone) {}
}
