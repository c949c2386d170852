package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import java.util.List;

/** A rule that decides on edits so that a working set fits. It changes nothing itself. */
public interface Policy {
    /** Decides nothing; earlier decisions apply. */
    Policy NO_CHANGE = _ -> List.of();

    /** The decisions in order; usually none. */
    List<Decision> decide(PolicyInput input);

    /** Whether it may remove whole messages, with the state blocks in them. Called before it decides. */
    default boolean mayReplace(PolicyInput input) {
        return input.isTooLong();
    }
}
