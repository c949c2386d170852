/**
 * What an item says, and how it says something else.
 *
 * <p>An edit of the working set changes what the model reads of an old result, call or message without touching
 * anything beside it: the id that ties a result to its call, a cache marker, a member that was invented yesterday.
 * {@link dev.throughline.wire.wording.Wording} is that ability, and each dialect has one. A dialect says only where the
 * text of an item has its {@link dev.throughline.wire.wording.Place}; how a text is written there is the same
 * everywhere, and all of it happens by {@link dev.throughline.wire.wording.Splices} of raw bytes.
 *
 * <p>The same element and the same texts give the same bytes, always: what is sent twice must hit the provider's cache
 * the second time.
 */
@NullMarked
package dev.throughline.wire.wording;

import org.jspecify.annotations.NullMarked;
