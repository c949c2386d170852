/**
 * The memory writers that run after a turn, and the common types of all writers.
 *
 * <pre>
 *   SessionNotes    updates the notes of the session, a page with fixed sections, which the state block shows
 *   Flush           saves what the session knows to the daily log, before its context is compacted
 *   Extraction      turns what was said since the last extraction into topics
 * </pre>
 *
 * <p>A {@link dev.throughline.memory.writer.MemoryWriter} decides when it has work and does it.
 * {@link dev.throughline.memory.MemoryService} registers the writers, and
 * {@link dev.throughline.memory.session.MemoryScheduler} runs them. Consolidation, a writer that runs periodically, has
 * a package of its own.
 */
@NullMarked
package dev.throughline.memory.writer;

import org.jspecify.annotations.NullMarked;
