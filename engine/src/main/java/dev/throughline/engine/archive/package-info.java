/**
 * The archive: for each session an append-only sequence of {@link dev.throughline.engine.archive.Entry}.
 *
 * <p>{@link dev.throughline.engine.archive.Archive} records turns; {@link dev.throughline.engine.archive.Store} is the
 * interface of the stores.
 *
 * <p>The histories of a session form a tree of nodes. The id of each {@link dev.throughline.engine.archive.Entry.Node}
 * is the hash of its parent and its item; so a conversation that continues extends a path, a rewind or a fork starts a
 * branch, and an item that is resent is found and not stored again.
 */
@NullMarked
package dev.throughline.engine.archive;

import org.jspecify.annotations.NullMarked;
