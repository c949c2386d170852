/**
 * The folder of Markdown pages that is the memory of a project.
 *
 * <p>{@link dev.throughline.memory.workspace.Workspace} reads pages and changes them by operations. An operation is
 * stored under {@code .history} before it changes a page. So the next writer completes an operation that a crash
 * interrupted, every overwritten or deleted version still exists, and the last operations can be undone.
 *
 * <pre>
 *   MEMORY.md                  curated facts, and the index of topics
 *   memory/2026-04-05.md       daily log, only appended to
 *   topics/feedback_review.md  one memory per file
 *   memory_summary.md          the summary that a new session is shown
 *   raw_memories.md rollouts/  extracts of single sessions
 *   skills/NAME/SKILL.md       procedures
 *   .history/                  operations and old versions
 * </pre>
 *
 * <p>A person edits the same files with any editor and takes no lock. So a program states which version it
 * started from, and {@link dev.throughline.memory.workspace.ThreeWayMerge} merges both changes;
 * {@link dev.throughline.memory.workspace.WorkspaceWatcher} reports what changed. Everything that is written goes
 * through {@link dev.throughline.memory.workspace.DurableFiles}, so that tests can stop at every step.
 */
@NullMarked
package dev.throughline.memory.workspace;

import org.jspecify.annotations.NullMarked;
