/**
 * The door: HTTP/1.1 from the client's side, on Netty's event loops.
 *
 * <p>{@link dev.throughline.gateway.http.Door} listens. Each connection has one
 * {@link dev.throughline.gateway.http.ClientConnection}, which gathers a request, hands it to the
 * {@link dev.throughline.gateway.http.House} and writes what comes back through the request's
 * {@link dev.throughline.gateway.http.ClientReply}. A connection answers one request at a time and in order; it goes on
 * reading while it answers, so that a client that hangs up is noticed at once and not at the next write.
 *
 * <p>Nothing here blocks, and nothing here knows what a request means: that is the business of the house.
 */
@NullMarked
package dev.throughline.gateway.http;

import org.jspecify.annotations.NullMarked;
