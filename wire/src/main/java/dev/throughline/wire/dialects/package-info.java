/** The dialects that this gateway speaks. */
@NullMarked
package dev.throughline.wire.dialects;

import org.jspecify.annotations.NullMarked;
