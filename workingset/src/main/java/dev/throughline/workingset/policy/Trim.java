package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;

/**
 * Does nothing until a request is too long; then old results become stubs and old exchanges a digest, the oldest first,
 * until it fits.
 *
 * <pre>
 *   fits       u  a c r  a c r  a c r  u          as it came
 *   too long   u  a c ▪  a c ▪  a c r  u          stubs
 *   still      u  [digest]      a c r  u          dropped
 * </pre>
 */
public final class Trim implements Policy {
    /** Only the order counts: whatever is older goes before what is newer. */
    private static final int TURNS = 40;

    private final PromptFitter fitter;

    /** Keeps the newest results as the default does. */
    public Trim() {
        this(Retention.DEFAULT.newest());
    }

    /** Keeps this many of the newest results as long as anything else can go. */
    public Trim(int newestResults) {
        this.fitter = new PromptFitter(new Retention(TURNS, TURNS, TURNS, Integer.MAX_VALUE, newestResults));
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return fitter.decideIfTooLong(input, DecisionReason.Trigger.HARD);
    }
}
