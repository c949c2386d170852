/**
 * Notes of one session while it goes on: a page with fixed sections, {@link dev.throughline.memory.note.NotesPage},
 * that {@link dev.throughline.memory.note.SessionNotes} fills in the background. It is kept where the session's own
 * summary is, so it stands in the state block as the anchor.
 */
@NullMarked
package dev.throughline.memory.note;

import org.jspecify.annotations.NullMarked;
