/**
 * Replays recorded sessions through the real engine, in one process, to see what a policy costs and what it loses.
 *
 * <p>For every assistant message of a recording, the request that a stateless agent would send goes through the
 * engine, with a real store behind it and a simulated model that answers as recorded. What arrives is compared with
 * what the agent would have sent on its own: tokens, billed cost with a simulated prompt cache, evidence that the
 * answer needs, validity.
 *
 * <pre>
 *   recording ──► request ──► engine (the real one) ──► ReplayModel
 *                    │                                      │  prompt, evidence
 *                    └──────────────► session ◄─────────────┘
 *                                        │
 *                                     report
 * </pre>
 *
 * {@link dev.throughline.simulator.replay.ReplayModel} validates each request, refuses it above the window, bills it
 * and answers. A request is <em>main</em> when it ends as the session's current turn ends; it gets the recorded
 * answer. Every other request is <em>auxiliary</em>: it gets a short answer and is charged to its session. This
 * package knows no configuration: the caller says how turns are handled.
 */
@NullMarked
package dev.throughline.simulator.replay;

import org.jspecify.annotations.NullMarked;
