/**
 * Finds by rules what can be learnt from a conversation. Used without a helper model, or if it does not answer.
 *
 * <p>{@link dev.throughline.memory.rules.RuleFindings} reads a conversation once and extracts lasting statements of the
 * user, corrections, edited files, failed commands, the task and the last state. It quotes and never rephrases.
 *
 * <p>Lasting statements are recognised by their form: {@code UserSentences} leaves out quoted text, {@code Sentence}
 * splits a sentence, {@code CuePhrase} finds phrases that matter in five languages, {@code SentenceScore} adds up their
 * points, and {@code RelativeDates} replaces words such as "tomorrow" by dates.
 */
@NullMarked
package dev.throughline.memory.rules;

import org.jspecify.annotations.NullMarked;
