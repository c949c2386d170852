/**
 * The common part of all dialects for requests.
 *
 * <p>{@link dev.throughline.wire.request.RequestParser} reads a whole body once and records where its parts are. {@link
 * dev.throughline.wire.request.NormalForm} is a table of the differences that two forms of the same item may have, and
 * {@link dev.throughline.wire.request.ItemHash} hashes the normal form. {@link dev.throughline.wire.request.TextPlace}
 * is the position of the text of an item, and how another text is written there. {@link
 * dev.throughline.wire.ValidationRule} lists what providers refuse.
 *
 * <p>The same element and the same texts give the same bytes, always: what is sent twice must hit the provider's cache
 * the second time.
 */
@NullMarked
package dev.throughline.wire.request;

import org.jspecify.annotations.NullMarked;
