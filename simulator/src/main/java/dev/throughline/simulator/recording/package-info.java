/**
 * Recorded sessions, read from files and repaired.
 *
 * <p>{@link dev.throughline.simulator.recording.RecordingFiles} opens a file and recognises by its content which of
 * three formats it has: trajectories (one session per line), a transcript of Claude Code, or a rollout of Codex (one
 * session per file). Recordings are not always clean, so {@link dev.throughline.simulator.recording.RecordingRepair}
 * turns each into one that a provider would accept when it is sent as it is, and changes nothing else.
 */
@NullMarked
package dev.throughline.simulator.recording;

import org.jspecify.annotations.NullMarked;
