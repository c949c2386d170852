/**
 * Memory that outlives a session: a folder of Markdown that people and programs write, and what is shown of it.
 *
 * <p>{@link dev.throughline.memory.MemoryService} is the way in: the server builds one for each gateway. Below it stand
 * {@code session} (what happens before and after a turn), {@code tool} (what agents call), {@code project} (which
 * memory belongs to whom) and {@code index} (search over it); {@code flush}, {@code extract}, {@code note} and {@code
 * consolidate}, which write memory; {@code read}, which chooses what a session is shown; {@code said} and {@code
 * glean}, which read a session; and the folder itself: {@code topic}, {@code admission}, {@code secret} and {@code
 * workspace}.
 *
 * <p>All writers ask the helper model, and all do something useful without one. Memory is data: it is dated, sourced
 * and fenced, and nothing here obeys it.
 */
@NullMarked
package dev.throughline.memory;

import org.jspecify.annotations.NullMarked;
