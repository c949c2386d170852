/**
 * Replays recorded sessions over the real road, in one process, to see what a policy costs and what it loses.
 *
 * <p>For every assistant message of a recording the request that a stateless agent would send goes through
 * {@link dev.throughline.engine.turn.Road}, with a real store behind it and a model that is played from the recording.
 * What arrives is compared with what the agent would have sent on its own: tokens, billed cost with a simulated prompt
 * cache, evidence that the answer needs, validity. {@link dev.throughline.replay.Replay} runs sessions side by side;
 * the packages below it each hold one part:
 *
 * <pre>
 *   recording ──► speech ──► Road (the real one) ──► played
 *                   │                                  │  prompt, bill, evidence
 *                   └────────────► session ◄───────────┘
 *                                    │
 *                                  report
 * </pre>
 *
 * It knows no configuration: whoever calls it says how a road is built.
 */
@NullMarked
package dev.throughline.replay;

import org.jspecify.annotations.NullMarked;
