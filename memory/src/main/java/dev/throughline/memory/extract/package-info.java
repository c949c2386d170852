/**
 * Extracts topics from a running session, in the background after a turn has ended:
 * {@link dev.throughline.memory.extract.Extraction}.
 */
@NullMarked
package dev.throughline.memory.extract;

import org.jspecify.annotations.NullMarked;
