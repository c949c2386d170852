/**
 * The notes of sessions as Markdown files that a person can edit:
 * {@link dev.throughline.store.file.note.NoteFiles} in the folder of each session, and
 * {@link dev.throughline.store.file.note.SharedTodo} for a todo that all sessions share.
 */
@NullMarked
package dev.throughline.store.file.note;

import org.jspecify.annotations.NullMarked;
