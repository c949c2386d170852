/**
 * What the upstream will see. This room decides and never acts: it has never heard of JSON, files, clocks or threads.
 *
 * <p>A {@link dev.throughline.workingset.Chain} is the client's history; {@code edit} are the changes made to it so
 * far;
 * a {@link dev.throughline.workingset.Sight} is what the model sees under them. The rules in {@code policy} look at the
 * sight, at what fits ({@code budget}) and at what it costs ({@code price}), and decide on further edits. What they
 * write into a prompt is a {@code fragment}.
 */
@NullMarked
package dev.throughline.workingset;

import org.jspecify.annotations.NullMarked;
