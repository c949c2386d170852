/**
 * JSON as all three dialects need it: found by position, compared by meaning, never written back from a tree.
 *
 * <p>{@link dev.throughline.wire.json.Cursor} is the only door to the parser: it knows byte offsets and turns every
 * complaint into an {@link dev.throughline.wire.UnreadableException}. On it stand the two readers.
 * {@link dev.throughline.wire.json.Decoder} walks over a whole body and notes where things are;
 * {@link dev.throughline.wire.json.Json} is a small tree of one element in which every value knows its range of bytes.
 *
 * <p>{@link dev.throughline.wire.json.NormalForm} holds, as data, what a client may change about an item without
 * changing the item, and {@link dev.throughline.wire.json.Canonical} hashes what is left.
 */
@NullMarked
package dev.throughline.wire.json;

import org.jspecify.annotations.NullMarked;
