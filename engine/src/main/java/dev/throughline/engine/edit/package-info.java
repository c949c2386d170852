/**
 * What the model sees: the station where the rules of {@code workingset} meet a request.
 *
 * <p>{@link dev.throughline.engine.edit.PromptEditor} takes a recorded turn, asks the policy, keeps what it decides
 * before it is used, and writes the request under all edits so far; a {@code EditPlan} says how much it tries, and
 * what instead when that fails. {@link dev.throughline.engine.edit.LocalCallRestorer} puts our own calls back, {@code
 * RequestChain} remembers a history taken apart, {@code StateInjector} and {@code ToolOffer} add the session's state
 * and our tools, and {@code PromptWriter} is the pure function from bytes and edits to bytes.
 */
@NullMarked
package dev.throughline.engine.edit;

import org.jspecify.annotations.NullMarked;
