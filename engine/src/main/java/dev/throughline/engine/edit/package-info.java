/**
 * Decides what the model sees, with the policies of {@code workingset}.
 *
 * <p>{@link dev.throughline.engine.edit.PromptEditor} takes a recorded turn and returns the prompt to send; read it
 * first. {@code LeasedEdit} is the part that runs while the session's lease is held: {@link
 * dev.throughline.engine.edit.LocalCallRestorer} restores the calls of local tools in the request, {@code RequestChain}
 * parses its history, {@code ToolOffer} and {@code StateInjector} add local tools and the state block, the policy
 * decides, and {@code PromptWriter} writes the request. Decisions are stored before the request is sent.
 */
@NullMarked
package dev.throughline.engine.edit;

import org.jspecify.annotations.NullMarked;
