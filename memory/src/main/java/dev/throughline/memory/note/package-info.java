/**
 * The notes of a running session: a page with fixed sections, {@link dev.throughline.memory.note.NotesPage}, that
 * {@link dev.throughline.memory.note.SessionNotes} updates in the background. It is stored as the session's summary, so
 * the state block contains it.
 */
@NullMarked
package dev.throughline.memory.note;

import org.jspecify.annotations.NullMarked;
