/**
 * HTTP/1.1 towards the client, on Netty's event loops.
 *
 * <p>{@link dev.throughline.gateway.http.HttpServer} listens. Each connection has one
 * {@link dev.throughline.gateway.http.ClientConnection}, which collects a request, gives it to the
 * {@link dev.throughline.gateway.http.RequestReceiver} and writes what comes back through the request's
 * {@link dev.throughline.gateway.http.ClientReply}. A connection answers one request at a time and in order; it goes on
 * reading while it answers, so that a client that disconnects is noticed at once and not at the next write.
 *
 * <p>Nothing here blocks, and nothing here knows what a request means.
 */
@NullMarked
package dev.throughline.gateway.http;

import org.jspecify.annotations.NullMarked;
