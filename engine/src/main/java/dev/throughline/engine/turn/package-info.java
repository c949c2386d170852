/**
 * The path of a turn, from the client's request to the end of the client's reply.
 *
 * <p>Start with {@link dev.throughline.engine.turn.TurnHandler}; a {@code TurnRun} is a turn in progress, on one
 * virtual thread. Three types hide HTTP from this package: {@link dev.throughline.engine.turn.Inbound} is the request,
 * {@link dev.throughline.engine.exchange.Upstream} sends to the provider, and {@link
 * dev.throughline.engine.exchange.ClientStream} writes to the client.
 */
@NullMarked
package dev.throughline.engine.turn;

import org.jspecify.annotations.NullMarked;
