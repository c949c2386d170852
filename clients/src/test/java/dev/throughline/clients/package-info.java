/**
 * Real agents and real SDKs through the real gateway.
 *
 * <p>A {@link dev.throughline.clients.Stage} is set as users set it: the gateway runs in a process of its own, started
 * by the launcher, and the agent is the one from npm, with an empty home folder and a key that is none. Only the model
 * is ours: the strict server of the testkit, which refuses what a provider would refuse. Between the agent and the
 * gateway stands a {@link dev.throughline.clients.Tee}, which copies bytes and remembers them.
 *
 * <pre>
 *   agent ──► Tee ──► gateway ──► ModelServer
 *              │         │            │
 *              └─ what was sent ──────┴─ what arrived: the same bytes
 *                        └─ archive: every item of it, in order, exactly
 * </pre>
 *
 * <p>When the play is over the gateway is stopped, its home is opened, and {@link dev.throughline.clients.Proof}
 * compares the three. Most plays are given with {@code --policy off}, so that nothing may differ; those with windows
 * that are too small show that the model refuses nothing of what is left, and that the archive still holds it all.
 */
@NullMarked
package dev.throughline.clients;

import org.jspecify.annotations.NullMarked;
