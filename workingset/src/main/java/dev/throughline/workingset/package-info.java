/**
 * Determines what the model sees. Everything here is a pure function: there is no JSON, no file, no clock and no
 * thread.
 *
 * <p>A {@link dev.throughline.workingset.Chain} is the client's history, {@code edit} contains the changes made to it
 * so far, and a {@link dev.throughline.workingset.WorkingSet} is what the model sees with them. The policies in
 * {@code policy} receive the working set, what fits ({@code budget}) and what it costs ({@code price}), and decide on
 * further edits. The texts that they write into a prompt are in {@code fragment}.
 */
@NullMarked
package dev.throughline.workingset;

import org.jspecify.annotations.NullMarked;
