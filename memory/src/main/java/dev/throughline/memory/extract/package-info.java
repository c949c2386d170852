/**
 * Learns topics from a session while it goes on: {@link dev.throughline.memory.extract.Extraction}, in the background,
 * after a turn of the main agent has ended.
 */
@NullMarked
package dev.throughline.memory.extract;

import org.jspecify.annotations.NullMarked;
