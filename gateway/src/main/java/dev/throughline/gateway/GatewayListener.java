package dev.throughline.gateway;

import dev.throughline.gateway.http.RequestReceiver.FinishedReply;

/**
 * Receives the start and end of each request, for counters and logs. Called on event loops: must not block.
 *
 * <p>A route is given by its name, for example {@code responses}; there are few of them, so it can be a label.
 */
public interface GatewayListener {
    GatewayListener NONE = new GatewayListener() {};

    /** A request is complete and will be answered; {@code open} requests are open now, this one among them. */
    default void started(String route, int open) {}

    /** A request was answered; {@code open} others still are open. */
    default void finished(String route, FinishedReply reply, int open) {}
}
