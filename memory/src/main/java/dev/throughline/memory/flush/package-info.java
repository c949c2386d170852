/**
 * Writes the notes of a session to the daily log before its context is compacted:
 * {@link dev.throughline.memory.flush.Flush}.
 */
@NullMarked
package dev.throughline.memory.flush;

import org.jspecify.annotations.NullMarked;
