/**
 * The blocks of memory that are put into prompts.
 *
 * <p>{@link dev.throughline.memory.inject.SessionStartBlock} creates the block at the start of a session, and
 * {@link dev.throughline.memory.inject.RelevantTopics} selects the few topics for a turn. Both name the page and the
 * date of each part, and both have a maximum size. Text inside a block cannot end the block: see {@link
 * dev.throughline.memory.inject.MemoryBlock}.
 */
@NullMarked
package dev.throughline.memory.inject;

import org.jspecify.annotations.NullMarked;
