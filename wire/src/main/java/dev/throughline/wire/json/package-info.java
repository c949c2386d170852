/**
 * Reads and writes JSON by position. Nothing is written from a parsed tree.
 *
 * <p>Only {@link dev.throughline.wire.json.JsonCursor} uses the parser. It knows byte offsets and turns every error
 * into an {@link dev.throughline.wire.UnreadableException}. Two readers use it.
 * {@link dev.throughline.wire.json.Json} is a small tree in which every value knows its range of bytes;
 * {@link dev.throughline.wire.json.RawObject} is one object whose values are slices that are decoded on demand.
 * {@link dev.throughline.wire.json.JsonBuilder} writes JSON out of such slices, and
 * {@link dev.throughline.wire.json.JsonEdits} changes a few values of a text and copies the rest.
 */
@NullMarked
package dev.throughline.wire.json;

import org.jspecify.annotations.NullMarked;
