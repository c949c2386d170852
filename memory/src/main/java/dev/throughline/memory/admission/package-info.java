/**
 * The gate that everything passes which a program writes into memory.
 *
 * <p>{@link dev.throughline.memory.admission.Admission} takes wishes, one line of memory each, and gives
 * back lines that may be written and those it refused, with the reason. A line that comes through holds no
 * secret, is not there yet in these or nearly these words
 * ({@link dev.throughline.memory.admission.SimilarLines}), is no echo of what the session was shown, can end no
 * fence, and says when and where it was learnt ({@link dev.throughline.memory.admission.LineSource}).
 *
 * <p>Memory is data. The gate does not judge what a line asks for, since nothing that reads memory obeys it; it makes
 * sure that a line stays one line and is seen for what it is.
 */
@NullMarked
package dev.throughline.memory.admission;

import org.jspecify.annotations.NullMarked;
