/** Files that only their owner can read and that are replaced as a whole. The one place that knows how this is done. */
@NullMarked
package dev.throughline.files;

import org.jspecify.annotations.NullMarked;
