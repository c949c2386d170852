/**
 * What Messages knows about tools that the gateway answers itself; see {@link dev.throughline.wire.join}.
 */
@NullMarked
package dev.throughline.wire.messages.join;

import org.jspecify.annotations.NullMarked;
