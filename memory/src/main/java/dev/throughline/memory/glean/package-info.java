/**
 * What can be learnt from a conversation by rules alone, for when there is no helper model or it says nothing.
 *
 * <p>{@link dev.throughline.memory.glean.Gleaning} reads a conversation once and picks out what a person asked to be
 * remembered, how they corrected the agent, what was decided, which files were touched, which commands failed, what the
 * task was and how it stands. It quotes and never rephrases, so what it says was said.
 */
@NullMarked
package dev.throughline.memory.glean;

import org.jspecify.annotations.NullMarked;
