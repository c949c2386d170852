/**
 * JSON as all dialects need it: found by position, never written back from a tree.
 *
 * <p>{@link dev.throughline.wire.json.JsonCursor} is the only way to the parser: it knows byte offsets and turns every
 * error into an {@link dev.throughline.wire.UnreadableException}. Two readers use it.
 * {@link dev.throughline.wire.json.Json} is a small tree in which every value knows its range of bytes;
 * {@link dev.throughline.wire.json.RawObject} is one object whose values are slices that nobody decodes unasked.
 * {@link dev.throughline.wire.json.JsonBuilder} writes JSON out of such slices, and
 * {@link dev.throughline.wire.json.JsonEdits} changes a few values of a text and copies the rest.
 */
@NullMarked
package dev.throughline.wire.json;

import org.jspecify.annotations.NullMarked;
