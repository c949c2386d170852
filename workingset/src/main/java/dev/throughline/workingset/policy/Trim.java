package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import java.util.List;

/**
 * Nothing happens until a request is oversized; then old results shrink and old exchanges drop, the oldest first, until
 * it fits.
 *
 * <pre>
 *   fits       u  a c r  a c r  a c r  u          as it came
 *   oversized  u  a c ▪  a c ▪  a c r  u          stubs
 *   still      u  [digest]      a c r  u          dropped
 * </pre>
 */
public final class Trim implements Policy {
    /** Only the order counts: whatever is older goes before what is newer. */
    private static final int STAY = 40;

    private final Fitting fitting;

    /** One that leaves the newest results alone as usual. */
    public Trim() {
        this(Ages.USUAL.newest());
    }

    /** One that leaves so many of the newest results alone, as long as anything else can go. */
    public Trim(int newestResults) {
        this.fitting = new Fitting(new Ages(STAY, STAY, STAY, Integer.MAX_VALUE, newestResults));
    }

    @Override
    public List<Decision> decide(Scene scene) {
        return scene.total() > scene.moment().budget().hard() ? fitting.decide(scene, Why.Trigger.HARD) : List.of();
    }
}
