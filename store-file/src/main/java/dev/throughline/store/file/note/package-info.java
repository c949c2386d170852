/**
 * The notes of sessions as Markdown files that a person may open in an editor:
 * {@link dev.throughline.store.file.note.NoteFiles} in the folder of each session, and
 * {@link dev.throughline.store.file.note.SharedTodo} for one todo that all of them share.
 */
@NullMarked
package dev.throughline.store.file.note;

import org.jspecify.annotations.NullMarked;
