/**
 * Questions about one recorded session. {@link dev.throughline.memory.question.SessionQuestions} gives the helper model
 * the session as a text and checks every quotation of its answer against the archive; without a helper model it returns
 * the passages that match best.
 */
@NullMarked
package dev.throughline.memory.question;

import org.jspecify.annotations.NullMarked;
