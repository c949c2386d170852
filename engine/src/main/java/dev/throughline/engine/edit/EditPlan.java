package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How much is tried with a turn. When what a rule decides cannot be sent, because it breaks or because what comes out
 * would be refused, less is tried: a prompt that is too long is as dead as an invalid one.
 *
 * @param mayAdd whether the session's state and tools of ours may be added
 * @param ceiling the most that the provider takes, if it said so
 */
record EditPlan(Policy policy, boolean mayAdd, OptionalLong ceiling) {
    /** What is tried, in order: all; then nothing that takes messages away; then nothing that changes the form. */
    static List<EditPlan> bolderFirst(Policy policy, Retention retention, boolean mayAdd, OptionalLong ceiling) {
        Policy inPlace = Trim.inPlace(retention);
        return Stream.of(
                        new EditPlan(policy, mayAdd, ceiling),
                        new EditPlan(inPlace, mayAdd, ceiling),
                        new EditPlan(inPlace, /* mayAdd= */ false, ceiling))
                .distinct()
                .toList();
    }

    /** What was decided before holds, and nothing else happens. */
    static EditPlan nothingNew(OptionalLong ceiling) {
        return new EditPlan(Policy.NO_CHANGE, /* mayAdd= */ false, ceiling);
    }
}
