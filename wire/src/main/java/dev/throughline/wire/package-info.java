/**
 * Converts bytes to items and back, for each dialect, without network access.
 *
 * <p>A request is read in two steps. {@link dev.throughline.wire.Wire#decode} reads the whole body once and records
 * where each element of the history begins and ends, and the few scalars that routing needs; it does not read the
 * elements. {@link dev.throughline.wire.Wire#itemise} then reads one element. An agent resends its whole history with
 * every request, so the first step costs time for every byte and the second only for what is new.
 *
 * <p>Nothing is ever written from a parsed tree. {@link dev.throughline.wire.request.RequestRewriter} copies the raw
 * slices that stay, so unknown fields, odd numbers, duplicate keys and escapes survive byte for byte.
 *
 * <p>This package contains the interfaces. {@code wire.json} and {@code wire.sse} read and write the two formats,
 * {@code wire.request} and {@code wire.reply} contain the common parts of dialects, each dialect is one package, and
 * {@code wire.dialects} lists them.
 */
@NullMarked
package dev.throughline.wire;

import org.jspecify.annotations.NullMarked;
