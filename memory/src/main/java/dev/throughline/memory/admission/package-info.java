/**
 * Checks everything that a program writes into memory.
 *
 * <p>{@link dev.throughline.memory.admission.Admission} takes proposed lines and returns the lines that may be written,
 * and the refused ones with the reason. An admitted line contains no secret and no tag, is not similar to a line that
 * is in memory already ({@link dev.throughline.memory.admission.SimilarLines}) or was shown to the session, and ends
 * with its date and origin ({@link dev.throughline.memory.admission.LineSource}).
 *
 * <p>Memory is data: nothing that reads it follows its instructions. So admission does not check lines for
 * instructions.
 */
@NullMarked
package dev.throughline.memory.admission;

import org.jspecify.annotations.NullMarked;
