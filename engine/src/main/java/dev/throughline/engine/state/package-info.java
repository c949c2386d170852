/**
 * The notes of a session: its todo, pinned text and summary.
 *
 * <p>{@link dev.throughline.engine.state.StateNotes} stores them as plain texts that a person may edit at any time;
 * {@link dev.throughline.engine.state.StateBlockWriter} writes them, together with snippets from the archive, into the
 * state block before the user's newest message.
 */
@NullMarked
package dev.throughline.engine.state;

import org.jspecify.annotations.NullMarked;
