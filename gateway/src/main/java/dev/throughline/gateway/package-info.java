/**
 * The HTTP gateway: what comes in, where it goes, and what happens when something breaks.
 *
 * <p>{@link dev.throughline.gateway.Gateway} starts everything. {@link dev.throughline.gateway.Routes} says what a path
 * means. A request for a model becomes an {@link dev.throughline.engine.turn.Inbound} and is handled by the engine on a
 * virtual thread of its own; other paths of a provider are passed through, and plain handlers answer the rest.
 *
 * <p>Package {@code http} is the client's side, {@code upstream} the provider's. They share event loops, so that a
 * streamed reply flows without waking a thread, while everything that a person has to understand is blocking code.
 */
@NullMarked
package dev.throughline.gateway;

import org.jspecify.annotations.NullMarked;
