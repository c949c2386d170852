/**
 * The step from single sessions to memory, in two stages.
 *
 * <p>{@link dev.throughline.memory.consolidate.StageOne} reads each finished session once and leaves a
 * {@link dev.throughline.memory.consolidate.Rollout}: what the session was about and what it taught.
 * {@link dev.throughline.memory.consolidate.StageTwo} merges rollouts, now and then, into {@code MEMORY.md},
 * {@code memory_summary.md} and skills. Leases and watermarks in {@link dev.throughline.memory.workspace.KeyValueFile}
 * see to it that many processes never do the same work twice. {@link dev.throughline.memory.workspace.PageUses} knows
 * which pages were of use; a rollout that was of none for a month is merged no longer.
 */
@NullMarked
package dev.throughline.memory.consolidate;

import org.jspecify.annotations.NullMarked;
