package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import java.util.List;

/** Decides nothing new: what was decided before holds. */
public final class AsBefore implements Policy {
    @Override
    public List<Decision> decide(Scene scene) {
        return List.of();
    }
}
