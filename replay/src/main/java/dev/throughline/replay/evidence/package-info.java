/**
 * Evidence: what an answer uses that was said only a few times before.
 *
 * <p>A turn's evidence is the set of rare tokens in the assistant's text and tool arguments that also occur in one to
 * three earlier messages, at least one of them a tool's result or a user's message. If such a token is missing from the
 * prompt, the model could not have written the turn without fetching it again.
 *
 * <p>{@link dev.throughline.replay.evidence.Words} finds the tokens of a text with scanners written by hand, in time
 * that grows with the text; {@link dev.throughline.replay.evidence.Sightings} follows them through a session;
 * {@link dev.throughline.replay.evidence.Finder} tells which of them stand in a prompt.
 *
 * <p>Edit targets are stricter: the text that an edit replaces must stand in the prompt verbatim and in one piece, or
 * the file has to be read again. {@link dev.throughline.replay.evidence.EditTargets} takes them from calls and patches,
 * {@link dev.throughline.replay.evidence.TargetFinder} tells which of them stand in a prompt.
 */
@NullMarked
package dev.throughline.replay.evidence;

import org.jspecify.annotations.NullMarked;
