/**
 * The HTTP gateway: the server for clients, the routes, and the client for providers.
 *
 * <p>{@link dev.throughline.gateway.Gateway} starts everything. {@link dev.throughline.gateway.Routes} maps paths to
 * handlers. A request for a model becomes an {@link dev.throughline.engine.turn.Inbound} and is handled by the engine
 * on a virtual thread of its own; other paths of a provider are passed through, and plain handlers answer the rest.
 *
 * <p>Package {@code http} is the client's side, {@code upstream} the provider's. They share event loops, so that a
 * streamed reply is relayed without waking a thread; the turns themselves are blocking code.
 */
@NullMarked
package dev.throughline.gateway;

import org.jspecify.annotations.NullMarked;
