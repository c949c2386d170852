/**
 * Turns finished sessions into memory, in two stages.
 *
 * <p>{@link dev.throughline.memory.consolidate.RolloutWriter} (stage one) reads each finished session once and writes a
 * {@link dev.throughline.memory.consolidate.Rollout}: what the session was about and what was learnt.
 * {@link dev.throughline.memory.consolidate.RolloutMerger} (stage two) merges rollouts from time to time into
 * {@code MEMORY.md}, {@code memory_summary.md} and skills. Leases in
 * {@link dev.throughline.memory.workspace.KeyValueFile} prevent two processes from doing the same work.
 * {@link dev.throughline.memory.workspace.PageUses} counts uses of pages: a rollout that was not used for a month is no
 * longer merged.
 */
@NullMarked
package dev.throughline.memory.consolidate;

import org.jspecify.annotations.NullMarked;
