package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.util.HashSet;
import java.util.Set;

/** A fixed number of tokens, each at the same price. */
class TestFunds implements HelperFunds {
    final Set<SessionRef> payers = new HashSet<>();
    long left;

    TestFunds(long left) {
        this.left = left;
    }

    @Override
    public boolean hasFunds(SessionRef session) {
        return left > 0;
    }

    @Override
    public boolean reserve(SessionRef session, String model, Usage most) {
        payers.add(session);
        boolean isEnough = most.prompt() + most.output() <= left;
        left -= isEnough ? most.prompt() + most.output() : 0;
        return isEnough;
    }

    @Override
    public void settle(SessionRef session, String model, Usage most, Usage cost) {
        left += most.prompt() + most.output() - cost.prompt() - cost.output();
    }
}
