/**
 * Memory during and after the turns of sessions.
 *
 * <p>During a turn, {@link dev.throughline.memory.session.MemoryInjector} selects the memory that is put before the
 * user's message. After a turn, {@link dev.throughline.memory.session.MemoryScheduler} indexes the new items and
 * runs the memory writers, in the background. After the start,
 * {@link dev.throughline.memory.session.IndexCatchUp} indexes the sessions of earlier processes.
 */
@NullMarked
package dev.throughline.memory.session;

import org.jspecify.annotations.NullMarked;
