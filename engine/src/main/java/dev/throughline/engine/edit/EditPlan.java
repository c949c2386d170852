package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What may be decided for a turn. When one plan fails, because the policy throws or because the provider would refuse
 * the edited request, the next one allows less. Every plan makes the prompt fit.
 *
 * @param mayAdd whether a state block and local tools may be added
 * @param limit the most tokens that the provider accepts, if it said so
 */
record EditPlan(Policy policy, boolean mayAdd, OptionalLong limit) {
    /** The plans to try: the policy; then no message is removed; then nothing is added either. */
    static List<EditPlan> inOrder(Policy policy, Retention retention, boolean mayAdd, OptionalLong limit) {
        Policy inPlace = Trim.inPlace(retention);
        return Stream.of(
                        new EditPlan(policy, mayAdd, limit),
                        new EditPlan(inPlace, mayAdd, limit),
                        new EditPlan(inPlace, /* mayAdd= */ false, limit))
                .distinct()
                .toList();
    }

    /** No new decisions: only the edits of earlier turns. */
    static EditPlan earlierEdits(OptionalLong limit) {
        return new EditPlan(Policy.NO_CHANGE, /* mayAdd= */ false, limit);
    }
}
