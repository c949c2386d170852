/**
 * Evidence: what an answer uses that was said only a few times before.
 *
 * <p>A turn's evidence is the set of rare tokens in the assistant's text and tool arguments that also occur in one to
 * three earlier messages, at least one of them a tool's result or a user's message. If such a token is missing from
 * the prompt, the model could not have written the turn without fetching it again.
 *
 * <p>{@link dev.throughline.simulator.evidence.TokenScanner} finds the tokens of a text in time that grows with the
 * text; {@link dev.throughline.simulator.evidence.EvidenceFinder} follows them through a session; {@link
 * dev.throughline.simulator.evidence.EvidenceSearch} says which of them are in a prompt.
 *
 * <p>Edit targets are stricter: the text that an edit replaces must be in the prompt verbatim and in one piece, or the
 * file has to be read again. {@link dev.throughline.simulator.evidence.EditTargets} takes them from calls and patches,
 * {@link dev.throughline.simulator.evidence.EditTargetSearch} says which of them are in a prompt.
 */
@NullMarked
package dev.throughline.simulator.evidence;

import org.jspecify.annotations.NullMarked;
