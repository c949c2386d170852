/**
 * Content encodings undone: {@link dev.throughline.gateway.coding.ContentCodings} is all there is to call.
 *
 * <p>Bodies are forwarded as they came. They are decoded only to be read, so there is no encoder here.
 */
@NullMarked
package dev.throughline.gateway.coding;

import org.jspecify.annotations.NullMarked;
