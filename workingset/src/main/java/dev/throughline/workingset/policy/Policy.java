package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import java.util.List;

/** A rule that makes a working set fit. It decides and never acts. */
public interface Policy {
    /** Decides nothing new: earlier decisions hold. */
    Policy NO_CHANGE = _ -> List.of();

    /** What should change, in order; nothing most of the time. */
    List<Decision> decide(PolicyInput input);

    /** Whether it may remove whole messages, with what was packed into them; asked before it decides. */
    default boolean mayReplace(PolicyInput input) {
        return input.isTooLong();
    }
}
