/**
 * What can be learnt from a conversation by rules alone, for when there is no helper model or it says nothing.
 *
 * <p>{@link dev.throughline.memory.rules.RuleFindings} reads a conversation once and picks out what a person said that
 * lasts, how they corrected the agent, which files were touched, which commands failed, what the task was and how it
 * stands. It quotes and never rephrases, so what it says was said.
 *
 * <p>What lasts is told by the form of a sentence: {@code UserSentences} leaves out what a message only quotes,
 * {@code Sentence} takes a sentence apart, {@code CuePatterns} finds the words that matter in five languages, {@code
 * SentenceScore} weighs them, and {@code RelativeDates} makes dates of words such as tomorrow.
 */
@NullMarked
package dev.throughline.memory.rules;

import org.jspecify.annotations.NullMarked;
