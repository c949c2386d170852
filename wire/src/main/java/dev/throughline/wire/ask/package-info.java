/**
 * Questions of our own, written in the dialect of whoever is to answer them.
 *
 * <p>{@link dev.throughline.wire.ask.FreshRequest} is a request that begins with nothing. One that goes on from a
 * client's own prompt is made of that prompt, by {@link dev.throughline.wire.wording.Wording#lastMessage}.
 */
@NullMarked
package dev.throughline.wire.ask;

import org.jspecify.annotations.NullMarked;
