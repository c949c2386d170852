/**
 * The folder of Markdown that is the memory.
 *
 * <p>{@link dev.throughline.memory.workspace.Workspace} is the way in. It reads pages, and it changes them by
 * operations: each is written down under {@code .history} before it touches a page, so a crash at any step is finished
 * by the next one who writes, every version that was overwritten or deleted is still there, and the last operations can
 * be undone.
 *
 * <pre>
 *   MEMORY.md                  curated facts, and the index of topics
 *   memory/2026-04-05.md       daily log, only appended to
 *   topics/feedback_review.md  one memory a file
 *   memory_summary.md          what a session is shown first
 *   raw_memories.md rollouts/  what single sessions left behind
 *   skills/NAME/SKILL.md       procedures
 *   .history/                  operations and old versions
 * </pre>
 *
 * <p>A person edits the same files with any editor and takes no lock. So a writer of ours says which version it started
 * from, and {@link dev.throughline.memory.workspace.ThreeWayMerge} joins what both did;
 * {@link dev.throughline.memory.workspace.WorkspaceWatcher} tells others what changed. Whatever touches the disk goes through
 * {@link dev.throughline.memory.workspace.FileOperations}, so that a test can stop it at every step.
 */
@NullMarked
package dev.throughline.memory.workspace;

import org.jspecify.annotations.NullMarked;
