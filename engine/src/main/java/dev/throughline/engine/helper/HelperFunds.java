package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;

/**
 * The savings that pay for questions. The most that a question may cost is reserved before it is sent, so that
 * concurrent questions cannot spend the same savings. Each question is billed to its session. Safe for use by many
 * threads.
 */
public interface HelperFunds {
    HelperFunds UNLIMITED = new Unlimited();

    /** Whether anything is left for a session. */
    boolean hasFunds(SessionRef session);

    /** Reserves the most that a question may cost; false, and nothing is reserved, if the savings are too small. */
    boolean reserve(SessionRef session, String model, Usage most);

    /** Returns the part of a reservation that a question did not cost. */
    void settle(SessionRef session, String model, Usage most, Usage cost);

    /** The same without the limits per session, for questions that pay for themselves in their session. */
    default HelperFunds withoutSessionLimit() {
        return this;
    }

    default boolean isUnlimited() {
        return false;
    }

    final class Unlimited implements HelperFunds {
        private Unlimited() {}

        @Override
        public boolean hasFunds(SessionRef session) {
            return true;
        }

        @Override
        public boolean reserve(SessionRef session, String model, Usage most) {
            return true;
        }

        @Override
        public void settle(SessionRef session, String model, Usage most, Usage cost) {}

        @Override
        public boolean isUnlimited() {
            return true;
        }
    }
}
