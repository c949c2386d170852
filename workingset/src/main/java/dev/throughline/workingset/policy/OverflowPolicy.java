package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;

/**
 * Makes a prompt fit that the provider has just refused as too long.
 *
 * <pre>
 *   refused   u  a c r  a c r  a c r          more than the provider takes
 *   sent      u  [digest]  a c ▪  a c r       well below that
 * </pre>
 */
public final class OverflowPolicy implements Policy {
    private final PromptFitter fitter;

    public OverflowPolicy() {
        this(Retention.DEFAULT);
    }

    /** Removes first what has been kept longest by this retention. */
    public OverflowPolicy(Retention retention) {
        this(new PromptFitter(retention));
    }

    private OverflowPolicy(PromptFitter fitter) {
        this.fitter = fitter;
    }

    /** By stubs and cuts alone: every message stays, so the result is as valid as what the client sent. */
    public static OverflowPolicy inPlace(Retention retention) {
        return new OverflowPolicy(PromptFitter.inPlace(retention));
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return fitter.decideIfTooLong(input, DecisionReason.Trigger.OVERFLOW);
    }
}
