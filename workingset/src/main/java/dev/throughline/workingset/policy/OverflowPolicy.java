package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;

/**
 * Makes a prompt smaller that the provider has just refused as too long.
 *
 * <pre>
 *   refused   u  a c r  a c r  a c r          more than the provider accepts
 *   sent      u  [digest]  a c ▪  a c r       well below that
 * </pre>
 */
public final class OverflowPolicy implements Policy {
    private final PromptFitter fitter;

    public OverflowPolicy() {
        this(Retention.DEFAULT);
    }

    /** Removes first what exceeds this retention most. */
    public OverflowPolicy(Retention retention) {
        this(new PromptFitter(retention));
    }

    private OverflowPolicy(PromptFitter fitter) {
        this.fitter = fitter;
    }

    /** Only clears and shortens: every message stays, so the result is as valid as the client's request. */
    public static OverflowPolicy inPlace(Retention retention) {
        return new OverflowPolicy(PromptFitter.inPlace(retention));
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return fitter.decideIfTooLong(input, DecisionReason.Trigger.OVERFLOW);
    }
}
