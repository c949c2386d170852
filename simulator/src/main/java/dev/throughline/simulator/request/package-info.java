/**
 * The requests that a stateless agent sends for a recorded session, in three dialects.
 *
 * <p>A {@link dev.throughline.simulator.request.RequestWriter} follows one trajectory. For each assistant message it
 * writes the body that the agent would send to get it: everything before it, as Claude Code, Codex or pi write it.
 * Each message is written once; a request is a copy of what was written before and its newest end.
 */
@NullMarked
package dev.throughline.simulator.request;

import org.jspecify.annotations.NullMarked;
