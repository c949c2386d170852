/**
 * Real agents and real SDKs through the real gateway.
 *
 * <p>A {@link dev.throughline.clients.TestEnvironment} is like the environment of a user: the launcher starts the
 * gateway in a separate process, and the agent is the one from npm, with an empty home folder and an invalid key. Only
 * the model is simulated, by the strict server of the simulator, which refuses what a provider refuses. A {@link
 * dev.throughline.clients.Tee} between the agent and the gateway copies and records the bytes.
 *
 * <pre>
 *   agent ──► Tee ──► gateway ──► ModelServer
 *              │         │            │
 *              └─ what was sent ──────┴─ what arrived: the same bytes
 *                        └─ archive: every item of it, in order, exactly
 * </pre>
 *
 * <p>At the end the gateway is stopped, its home is opened, and {@link dev.throughline.clients.ArchiveCheck} compares
 * the three. Most tests use {@code --policy off}, so that nothing may differ. Tests with windows that are too small
 * show that the model accepts the edited requests, and that the archive still contains everything.
 */
@NullMarked
package dev.throughline.clients;

import org.jspecify.annotations.NullMarked;
