/**
 * A scripted model server on loopback that speaks OpenAI's and Anthropic's APIs to real agents.
 *
 * <p>It answers what a {@link dev.throughline.simulator.server.Script} says, so a test decides what the model does. It
 * refuses what the real provider refuses, with the provider's own error ({@code validation}), bills as the provider's
 * prompt cache would ({@code prompt}), and writes the provider's full sequences of events, or breaks them off on
 * demand ({@code answer}). It records every request exactly as it came.
 *
 * <p>Start with {@link dev.throughline.simulator.server.ModelServer}. {@code ConnectionHandler} gives each request a
 * virtual thread; {@code ModelExchange} handles it there, in blocking style; {@code ReplySender} sends the answer, and
 * stalls, slows or cuts it.
 */
@NullMarked
package dev.throughline.simulator.server;

import org.jspecify.annotations.NullMarked;
