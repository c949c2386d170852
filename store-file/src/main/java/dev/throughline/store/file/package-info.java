/**
 * The same state in plain files.
 *
 * <p>Follow one append. {@link dev.throughline.store.file.FileStore} turns its entries into lines of text ({@code
 * format.EntryCodec}) and gives them to the {@code Journal}. The journal's writer puts everything that waits into the
 * current {@code Segment} with one write, and its forcer flushes that to the disk with one flush: this is the only
 * flush that anybody waits for, and many appends share it. Then the session's card counts it, readers see it, and
 * within a second the {@code SessionFlusher} adds its lines to the session's own {@code archive.jsonl}, where people
 * find them.
 *
 * <p>A read waits until what was appended before is flushed, has the session's waiting lines written to its file, and
 * reads the file. {@code SessionFile} knows where in the file each source is.
 *
 * <p>A start reads {@code sessions.json} ({@code CardIndex}), then does again what the journal says ({@code
 * JournalReplay}), which changes nothing where it was already done. So the end of a process, at any instant, is an
 * ordinary event. What the disk damaged is put {@code Quarantine}, reported, and worked around; it is never written
 * over.
 *
 * <p>{@code Home} is the map of the directory. {@code HomeLock} keeps a second process out, a {@code FileLease} lets
 * one turn at a time write to a session.
 */
@NullMarked
package dev.throughline.store.file;

import org.jspecify.annotations.NullMarked;
