/**
 * The interfaces of the provider's side and the client's side of a turn. The gateway implements them.
 */
@NullMarked
package dev.throughline.engine.exchange;

import org.jspecify.annotations.NullMarked;
