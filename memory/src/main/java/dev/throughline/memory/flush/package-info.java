/**
 * Writes down what is worth keeping before a session forgets it: {@link dev.throughline.memory.flush.Flush}, when a
 * session nears compaction or is reset.
 */
@NullMarked
package dev.throughline.memory.flush;

import org.jspecify.annotations.NullMarked;
