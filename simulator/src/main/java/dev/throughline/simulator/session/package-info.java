/**
 * One session of a replay: what its client asks right now, what reached the model, and what that cost and lost.
 *
 * <p>The client moves a session from turn to turn; the simulated model charges requests to it. A session sends one
 * request at a time, as an agent does, but a gateway may send requests of its own beside it, so its methods are
 * locked.
 */
@NullMarked
package dev.throughline.simulator.session;

import org.jspecify.annotations.NullMarked;
