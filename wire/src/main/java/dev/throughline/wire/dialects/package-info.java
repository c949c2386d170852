/** The list of supported dialects. */
@NullMarked
package dev.throughline.wire.dialects;

import org.jspecify.annotations.NullMarked;
