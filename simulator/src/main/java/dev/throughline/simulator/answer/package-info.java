/**
 * What a simulated model answers, and how each dialect writes it.
 *
 * <p>An {@link dev.throughline.simulator.answer.Answer} says what the model answers, in parts that know no dialect,
 * and how it is {@linkplain dev.throughline.simulator.answer.Delivery delivered}: whole, slowly, or cut in the middle.
 * An {@link dev.throughline.simulator.answer.AnswerWriter} turns it into the full sequence of events of one provider,
 * or into one document.
 */
@NullMarked
package dev.throughline.simulator.answer;

import org.jspecify.annotations.NullMarked;
