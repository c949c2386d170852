/**
 * The HTTP door: what comes in, where it goes, and what happens when something breaks.
 *
 * <p>{@link dev.throughline.gateway.Gateway} starts everything. {@link dev.throughline.gateway.Routes} says what a path
 * means. A request for a model becomes an {@link dev.throughline.engine.turn.Inbound} and walks the engine's road on a
 * virtual thread of its own; {@link dev.throughline.gateway.PassThroughHandler} takes the other paths of a provider,
 * and small plain handlers take the rest.
 *
 * <p>Two rooms lie behind it: {@code http} is the side of the client, {@code upstream} the side of the provider. They
 * meet on one event loop, so that a streamed reply flows without waking a thread, while everything that a person has
 * to understand is plain blocking code.
 */
@NullMarked
package dev.throughline.gateway;

import org.jspecify.annotations.NullMarked;
