/**
 * Where all sources live: append-only, exact, one order per session.
 *
 * <p>{@link dev.throughline.engine.archive.Store} is the contract that every store keeps: plain files today, a
 * database with many replicas before it later. What it stores is a sequence of {@link
 * dev.throughline.engine.archive.Entry}, and nothing that was appended is ever changed.
 *
 * <p>A history is a tree of nodes. Each {@link dev.throughline.engine.archive.Entry.Node} names its parent and the
 * item that stands there, and its own name is the hash of both; so a conversation that goes on extends a path, a
 * rewind or a fork starts a branch, and an item that is resent is found rather than stored again.
 */
@NullMarked
package dev.throughline.engine.archive;

import org.jspecify.annotations.NullMarked;
