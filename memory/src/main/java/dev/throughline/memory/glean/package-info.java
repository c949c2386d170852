/**
 * What can be learnt from a conversation by rules alone, for when there is no helper model or it says nothing.
 *
 * <p>{@link dev.throughline.memory.glean.Gleaning} reads a conversation once and picks out what a person said that
 * lasts, how they corrected the agent, which files were touched, which commands failed, what the task was and how it
 * stands. It quotes and never rephrases, so what it says was said.
 *
 * <p>What lasts is told by the form of a sentence: {@code OwnText} leaves out what a message only quotes,
 * {@code Sentence} takes a sentence apart, {@code Cues} finds the words that matter in five languages, {@code Worth}
 * weighs them, and {@code Dates} makes dates of words such as tomorrow.
 */
@NullMarked
package dev.throughline.memory.glean;

import org.jspecify.annotations.NullMarked;
