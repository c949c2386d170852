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
    private static final Ages OLDEST_FIRST = new Ages(40, 40, 40);

    private final Fitting fitting = new Fitting(OLDEST_FIRST);

    @Override
    public List<Decision> decide(Scene scene) {
        Arriving.show(scene);
        return scene.total() > scene.moment().budget().hard() ? fitting.decide(scene, Why.Trigger.HARD) : List.of();
    }
}
