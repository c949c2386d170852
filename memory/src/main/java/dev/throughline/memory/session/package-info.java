/**
 * Where sessions and memory meet.
 *
 * <p>While a turn is handled, {@link dev.throughline.memory.session.MemoryInjector} decides what of memory stands
 * before the words of the user. When a turn has ended, {@link dev.throughline.memory.session.Learner} indexes what was
 * said and runs the writers of memory, in the background; {@link dev.throughline.memory.session.Consolidating} does the
 * same for sessions that are finished.
 */
@NullMarked
package dev.throughline.memory.session;

import org.jspecify.annotations.NullMarked;
