/**
 * What the upstream will see. Everything here decides and nothing acts: there is no JSON, no file, no clock and no
 * thread.
 *
 * <p>A {@link dev.throughline.workingset.Chain} is the client's history, {@code edit} holds the changes made to it so
 * far, and a {@link dev.throughline.workingset.WorkingSet} is what the model sees under them. The rules in
 * {@code policy} get the working set, what fits ({@code budget}) and what it costs ({@code price}), and decide on
 * further edits. What they write into a prompt is a {@code fragment}.
 */
@NullMarked
package dev.throughline.workingset;

import org.jspecify.annotations.NullMarked;
