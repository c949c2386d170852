/**
 * What Responses knows about tools that the gateway answers itself; see {@link dev.throughline.wire.join}.
 */
@NullMarked
package dev.throughline.wire.responses.join;

import org.jspecify.annotations.NullMarked;
