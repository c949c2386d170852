/**
 * The common types of all memory writers. A {@link dev.throughline.memory.writer.MemoryWriter} decides when it has work
 * and does it. {@link dev.throughline.memory.MemoryService} registers the writers, and
 * {@link dev.throughline.memory.session.MemoryScheduler} runs them.
 */
@NullMarked
package dev.throughline.memory.writer;

import org.jspecify.annotations.NullMarked;
