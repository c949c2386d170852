package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import java.util.List;

/**
 * Makes a prompt fit that the provider has just refused as too long, by the measures of last resort.
 *
 * <pre>
 *   refused   u  a c r  a c r  a c r          more than the provider takes
 *   sent      u  [digest]  a c ▪  a c r       well below that
 * </pre>
 */
public final class Squeeze implements Policy {
    private final Fitting fitting;

    /** By all measures. */
    public Squeeze() {
        this(Ages.USUAL);
    }

    /** By all measures, the oldest by these ages first. */
    public Squeeze(Ages ages) {
        this(new Fitting(ages));
    }

    private Squeeze(Fitting fitting) {
        this.fitting = fitting;
    }

    /** By stubs and cuts alone: every message stays, so whatever comes out is as valid as what the client sent. */
    public static Squeeze inPlace(Ages ages) {
        return new Squeeze(Fitting.inPlace(ages));
    }

    @Override
    public List<Decision> decide(Scene scene) {
        return scene.total() > scene.moment().budget().hard() ? fitting.decide(scene, Why.Trigger.OVERFLOW) : List.of();
    }
}
