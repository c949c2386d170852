/**
 * Shared data types: what a history consists of, how its parts are named, and whom it belongs to.
 *
 * <p>Everything here is a value. A record that exists is valid, because its constructor checks it; nothing here reads a
 * clock, a file or a socket. Start with {@link dev.throughline.model.ItemKind} (what a history is made of), then
 * {@link dev.throughline.model.Hash} (how a piece of it is named) and {@link dev.throughline.model.SessionRef} (whose
 * it is).
 */
@NullMarked
package dev.throughline.model;

import org.jspecify.annotations.NullMarked;
