/**
 * What a session is shown of memory.
 *
 * <p>{@link dev.throughline.memory.inject.SessionStartBlock} makes the block that stands at the start of a session, and
 * {@link dev.throughline.memory.inject.RelevantTopics} picks the few topics that matter for a turn. Both say where each
 * part comes from and how old it is, both are capped, and both give lines that the gate later refuses as echoes.
 * Nothing inside a block can end it: see {@link dev.throughline.memory.inject.MemoryBlock}.
 */
@NullMarked
package dev.throughline.memory.inject;

import org.jspecify.annotations.NullMarked;
