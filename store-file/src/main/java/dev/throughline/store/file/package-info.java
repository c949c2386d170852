/**
 * A store in plain files.
 *
 * <p>The path of one append: {@link dev.throughline.store.file.FileStore} encodes its entries as lines of text ({@code
 * format.EntryCodec}) and gives them to the {@code Journal}. The journal's writer writes everything that waits to the
 * current {@code Segment} at once, and its forcer flushes that to the disk: this is the only flush that anybody waits
 * for, and many appends share it. The session's card counts the entries when they are written, and readers see them
 * when they are flushed. Within a second the {@code SessionFlusher} appends the lines to the session's own {@code
 * archive.jsonl}.
 *
 * <p>A read waits until everything that was appended before is flushed, writes the session's pending lines to its file,
 * and reads the file. {@code SessionFile} has an index of the sources in the file.
 *
 * <p>A start reads {@code sessions.json} ({@code CardIndex}), then replays the journal ({@code JournalReplay}), which
 * changes nothing that was already done. So a process may be killed at any time. Damaged data is moved or copied to the
 * {@code Quarantine}, reported and skipped; it is never overwritten.
 *
 * <p>The notes of sessions are Markdown files that a person can edit ({@code NoteFiles}).
 *
 * <p>{@code Home} describes the directory. {@code HomeLock} excludes other processes; a {@code FileLease} lets one turn
 * at a time write to a session.
 */
@NullMarked
package dev.throughline.store.file;

import org.jspecify.annotations.NullMarked;
