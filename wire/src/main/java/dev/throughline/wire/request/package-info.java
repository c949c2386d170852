/**
 * What all dialects share about requests.
 *
 * <p>{@link dev.throughline.wire.request.RequestParser} walks over a whole body and notes where its parts are.
 * {@link dev.throughline.wire.request.NormalForm} holds, as data, what a client may change about an item without
 * changing the item, and {@link dev.throughline.wire.request.ItemHash} hashes what is left.
 * {@link dev.throughline.wire.request.TextPlace} is the position of the text of an item, and how another text is
 * written there. {@link dev.throughline.wire.ValidationRule} lists what providers refuse.
 *
 * <p>The same element and the same texts give the same bytes, always: what is sent twice must hit the provider's cache
 * the second time.
 */
@NullMarked
package dev.throughline.wire.request;

import org.jspecify.annotations.NullMarked;
