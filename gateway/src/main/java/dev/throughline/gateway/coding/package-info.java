/** Decodes content encodings. Bodies are forwarded as they came and decoded only to be read, so nothing encodes. */
@NullMarked
package dev.throughline.gateway.coding;

import org.jspecify.annotations.NullMarked;
