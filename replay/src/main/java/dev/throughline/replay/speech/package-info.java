/**
 * The client's side of three dialects: the requests that a stateless agent sends for a recorded session, and the
 * answers that its model gave.
 *
 * <p>A {@link dev.throughline.replay.speech.Speaker} walks along one trajectory. For each assistant message it gives
 * the bytes that the agent would send to get it: everything before it, as Claude Code, Codex or pi write it. Each
 * message is written once; a request is a copy of what was written before and its newest end.
 */
@NullMarked
package dev.throughline.replay.speech;

import org.jspecify.annotations.NullMarked;
