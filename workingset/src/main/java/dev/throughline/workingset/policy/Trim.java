package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import java.util.List;

/**
 * Does nothing until a prompt is too long. Then it clears old results and drops old exchanges, the oldest first, until
 * the prompt fits.
 *
 * <pre>
 *   fits       u  a c r  a c r  a c r  u          unchanged
 *   too long   u  a c ▪  a c ▪  a c r  u          placeholders
 *   still      u  [digest]      a c r  u          dropped
 * </pre>
 */
public final class Trim implements Policy {
    /** Equal for all kinds, so that only the order counts. */
    private static final int TURNS = 40;

    private final PromptFitter fitter;
    private final Trigger trigger;

    private Trim(Retention retention, boolean mayDrop, Trigger trigger) {
        this.fitter = new PromptFitter(retention, mayDrop);
        this.trigger = trigger;
    }

    /** Keeps this many of the newest results as long as anything else can be removed. */
    public Trim(int newestResults) {
        this(new Retention(TURNS, TURNS, TURNS, Integer.MAX_VALUE, newestResults), /* mayDrop= */ true, Trigger.HARD);
    }

    /** For a prompt that the provider has just refused as too long. Removes first what exceeds this retention most. */
    public static Trim afterRefusal(Retention retention) {
        return new Trim(retention, /* mayDrop= */ true, Trigger.OVERFLOW);
    }

    /** The same, but every message stays, so that the result is as valid as the client's request. */
    public static Trim inPlace(Retention retention) {
        return new Trim(retention, /* mayDrop= */ false, Trigger.OVERFLOW);
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return fitter.decideIfTooLong(input, trigger);
    }
}
