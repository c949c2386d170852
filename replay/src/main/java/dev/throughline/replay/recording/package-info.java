/**
 * Recorded sessions: what an agent and its model said to each other, read from files and made whole.
 *
 * <p>{@link dev.throughline.replay.recording.Recordings} opens a file and tells by its content which of three forms it
 * has: trajectories (one session per line), a transcript of Claude Code, or a rollout of Codex (one session per file).
 * Recordings are not always clean, so {@link dev.throughline.replay.recording.Repair} turns each into one that a
 * provider would accept when it is sent as it is, and changes nothing else.
 */
@NullMarked
package dev.throughline.replay.recording;

import org.jspecify.annotations.NullMarked;
