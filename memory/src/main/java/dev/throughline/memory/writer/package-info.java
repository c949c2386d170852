/**
 * What all writers of memory have in common. A {@link dev.throughline.memory.writer.MemoryWriter} says when it has work
 * and does it; {@link dev.throughline.memory.session.MemoryScheduler} runs the writers that
 * {@link dev.throughline.memory.MemoryService} registers.
 */
@NullMarked
package dev.throughline.memory.writer;

import org.jspecify.annotations.NullMarked;
