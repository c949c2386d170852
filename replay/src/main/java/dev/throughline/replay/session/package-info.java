/**
 * The books of a replayed session: what its client asks right now, what reached the model, and what that cost and lost.
 *
 * <p>The client moves a session from turn to turn; the played model charges requests to it. A session sends one request
 * at a time, as an agent does, but a gateway may send requests of its own beside it, so the books are locked.
 */
@NullMarked
package dev.throughline.replay.session;

import org.jspecify.annotations.NullMarked;
