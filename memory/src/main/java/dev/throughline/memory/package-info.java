/**
 * Memory that outlives a session: a folder of Markdown that people and programs write, and what is shown of it.
 *
 * <p>{@link dev.throughline.memory.Memory} is the front door, one for each workspace. Behind it are the rooms:
 * {@code workspace} the folder itself, {@code secret} and {@code admission} the gate before it, {@code topic} one
 * memory a file; {@code read} what a session is shown; {@code said} and {@code glean} how a session is read, and
 * {@code flush}, {@code extract}, {@code note} and {@code consolidate} those who write.
 *
 * <p>All writers ask the helper model, and all do something useful without one. Memory is data: it is dated, sourced
 * and fenced, and nothing here obeys it.
 */
@NullMarked
package dev.throughline.memory;

import org.jspecify.annotations.NullMarked;
