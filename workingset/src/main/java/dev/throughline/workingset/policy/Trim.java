package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;

/**
 * Does nothing until a prompt is too long. Then it clears old results and drops old exchanges, the oldest first, until
 * the prompt fits.
 *
 * <pre>
 *   fits       u  a c r  a c r  a c r  u          unchanged
 *   too long   u  a c ▪  a c ▪  a c r  u          stubs
 *   still      u  [digest]      a c r  u          dropped
 * </pre>
 */
public final class Trim implements Policy {
    /** Equal for all kinds, so that only the order counts. */
    private static final int TURNS = 40;

    private final PromptFitter fitter;

    /** Keeps this many of the newest results as long as anything else can be removed. */
    public Trim(int newestResults) {
        this.fitter = new PromptFitter(new Retention(TURNS, TURNS, TURNS, Integer.MAX_VALUE, newestResults));
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return fitter.decideIfTooLong(input, DecisionReason.Trigger.HARD);
    }
}
