package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;

/**
 * The savings that pay for questions. The maximum cost of a question is reserved before it is sent, so that concurrent
 * questions cannot spend the same savings. Each question is billed to its session. Safe for use by many threads.
 */
public interface HelperFunds {
    /** Whether there are savings left for a session. */
    boolean hasFunds(SessionRef session);

    /** Reserves the maximum cost of a question. Reserves nothing and returns false if the savings are too small. */
    boolean reserve(SessionRef session, String model, Usage maxCost);

    /** Releases the part of a reservation that a question did not cost. */
    void settle(SessionRef session, String model, Usage maxCost, Usage cost);

    /** The same funds without the limit per session, for questions that save more in their session than they cost. */
    default HelperFunds withoutSessionLimit() {
        return this;
    }
}
