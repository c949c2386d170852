/**
 * The path of a turn: from the client's bytes to the client's bytes.
 *
 * <p>{@link dev.throughline.engine.turn.TurnHandler} is the place to start reading; a {@code TurnRun} is a turn under
 * way. It runs on one virtual thread per turn and blocks where it waits. The HTTP around it is behind three small
 * interfaces that the gateway implements: {@link dev.throughline.engine.turn.Inbound} came in, {@link
 * dev.throughline.engine.exchange.Upstream} is where it goes, and {@link dev.throughline.engine.exchange.ClientStream}
 * is the way back.
 */
@NullMarked
package dev.throughline.engine.turn;

import org.jspecify.annotations.NullMarked;
