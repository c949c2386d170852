/** How JSON is read and written everywhere: the parser's limits and the mapper's settings. */
@NullMarked
package dev.throughline.model.json;

import org.jspecify.annotations.NullMarked;
