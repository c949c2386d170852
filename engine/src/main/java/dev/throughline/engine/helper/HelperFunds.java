package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;

/**
 * The budget for questions, where it has to be saved first. The most that a question may cost is reserved before it is
 * sent, so that questions at the same time cannot spend the same savings. Each question is asked for a session, and
 * billed to it. Safe for use by many threads.
 */
public interface HelperFunds {
    /** A budget without an end. */
    HelperFunds UNLIMITED = new Unlimited();

    /** Whether anything is left for a session. */
    boolean hasFunds(SessionRef session);

    /** Takes out the most that a question may cost; false, and nothing is taken, if that is not there. */
    boolean reserve(SessionRef session, String model, Usage most);

    /** Puts back what a question did not cost of what was reserved for it. */
    void settle(SessionRef session, String model, Usage most, Usage cost);

    /** The same without the limit of each session, for what pays for itself in the session in which it is asked. */
    default HelperFunds withoutSessionLimit() {
        return this;
    }

    /** Whether there is no end of it. */
    default boolean isUnlimited() {
        return false;
    }

    /** A budget without an end. */
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
