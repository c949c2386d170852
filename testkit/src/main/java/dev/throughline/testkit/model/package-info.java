/**
 * A model that is not one: a server on loopback that speaks OpenAI's and Anthropic's APIs to real agents.
 *
 * <p>It answers what a {@link dev.throughline.testkit.model.Script} says, so a test decides what the "model" does. It
 * refuses what the real provider refuses, in the provider's own words ({@code shape}), bills as the provider's prompt
 * cache would ({@code cache}), and writes the provider's full sequences of events, or breaks them off on demand
 * ({@code write}). It remembers every request, exactly as it came.
 *
 * <p>Start with {@link dev.throughline.testkit.model.ModelServer}. A request enters at {@code Door}, which gives it a
 * virtual thread; {@code Exchange} is the road it walks there, in blocking style; {@code Outlet} is where the answer
 * leaves, and where it stalls, drips or is cut.
 */
@NullMarked
package dev.throughline.testkit.model;

import org.jspecify.annotations.NullMarked;
