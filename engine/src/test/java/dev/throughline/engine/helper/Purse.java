package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.util.HashSet;
import java.util.Set;

/** As many tokens as there are, each of the same price. */
class Purse implements HelperFunds {
    final Set<SessionRef> payers = new HashSet<>();
    long left;

    Purse(long left) {
        this.left = left;
    }

    @Override
    public boolean hasFunds(SessionRef session) {
        return left > 0;
    }

    @Override
    public boolean reserve(SessionRef session, String model, Usage most) {
        payers.add(session);
        boolean isThere = most.prompt() + most.output() <= left;
        left -= isThere ? most.prompt() + most.output() : 0;
        return isThere;
    }

    @Override
    public void settle(SessionRef session, String model, Usage most, Usage cost) {
        left += most.prompt() + most.output() - cost.prompt() - cost.output();
    }
}
