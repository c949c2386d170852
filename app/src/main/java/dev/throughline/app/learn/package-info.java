/**
 * Where sessions and memory meet.
 *
 * <p>{@link dev.throughline.app.learn.MemoryHouse} puts it together. While a turn is on its way,
 * {@link dev.throughline.app.learn.Reminding} says what of memory stands before the words of the user, and
 * {@link dev.throughline.app.learn.OwnTools} answers a model that asks. When a turn has ended,
 * {@link dev.throughline.app.learn.Learner} takes what was said into the index and lets the writers of memory look at
 * it, in the background; {@link dev.throughline.app.learn.Consolidating} does the same for sessions that are finished.
 * Which memory it is, {@link dev.throughline.app.learn.Whereabouts} knows.
 */
@NullMarked
package dev.throughline.app.learn;

import org.jspecify.annotations.NullMarked;
