package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import java.util.List;

/**
 * The input of a policy. Immutable: the same input gives the same decisions.
 *
 * @param workingSet what the model sees with the edits so far
 */
public record PolicyInput(Chain chain, WorkingSet workingSet, RequestState state) {
    /** The tokens of the whole prompt. */
    public long total() {
        return state.head() + workingSet.total();
    }

    /** The tokens of a message with this text. */
    public long tokens(String text) {
        return state.count().ofItem(text, 0, 0);
    }

    /** The input after these decisions. */
    public PolicyInput with(List<Decision> decisions) {
        return new PolicyInput(
                chain,
                workingSet.with(decisions.stream()
                        .flatMap(decision -> decision.edits().stream())
                        .toList()),
                state);
    }

    boolean isTooLong() {
        return total() > state.budget().promptLimit();
    }
}
