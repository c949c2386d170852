package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The kinds of edits that may be made in a turn. If a plan fails, because the policy throws or because the provider
 * would refuse the edited request, the next plan is tried, which allows fewer edits. Every plan makes the prompt fit.
 *
 * @param mayAdd whether a state block and local tools may be added
 * @param limit the maximum number of prompt tokens, if the provider refused a larger prompt
 */
record EditPlan(Policy policy, boolean mayAdd, OptionalLong limit) {
    /** The plans in the order in which to try them: the policy; no message is removed; also nothing is added. */
    static List<EditPlan> inOrder(Policy policy, Retention retention, boolean mayAdd, OptionalLong limit) {
        Policy inPlace = Trim.inPlace(retention);
        return Stream.of(
                        new EditPlan(policy, mayAdd, limit),
                        new EditPlan(inPlace, mayAdd, limit),
                        new EditPlan(inPlace, /* mayAdd= */ false, limit))
                .distinct()
                .toList();
    }

    /** A plan without new decisions: only the edits of earlier turns apply. */
    static EditPlan earlierEdits(OptionalLong limit) {
        return new EditPlan(Policy.NO_CHANGE, /* mayAdd= */ false, limit);
    }
}
