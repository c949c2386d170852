package dev.throughline.engine.edit;

import dev.throughline.wire.Request;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.RequestState;
import java.util.List;
import java.util.Optional;

/**
 * A turn as a rule sees it.
 *
 * @param tools the tools in the request that are ours to answer
 */
record EditInput(Request request, RequestChain chain, EditLog log, PolicyInput policyInput, List<String> tools) {
    /** A prompt that fills less than this part of what fits loses nothing that would have to be brought back. */
    private static final double LEAST_TRIED = 0.5;

    /** The input under other edits: a rule has to make fit what was decided before it. */
    PolicyInput under(EditLog other) {
        return new PolicyInput(policyInput.chain(), WorkingSet.of(chain.pieces(), other), policyInput.state());
    }

    /**
     * What a rule will probably decide: what it hides has to be brought back with this request, not with the next.
     *
     * @param mayReplace whether it may take whole messages away
     */
    List<Edit> tentative(Policy policy, boolean mayReplace) {
        boolean isTried = mayReplace
                || policyInput.total() >= policyInput.state().budget().promptLimit() * LEAST_TRIED;
        return isTried ? trial(policy) : List.of();
    }

    private List<Edit> trial(Policy policy) {
        return edits(policy.decide(policyInput));
    }

    private boolean hides(Policy policy) {
        return log.hasHidden() || log.with(trial(policy)).hasHidden();
    }

    /** Whether the provider has to read the prompt anew in any case, and something is hidden that a tool could open. */
    boolean isWrittenAnew(Optional<Policy> policy) {
        RequestState state = policyInput.state();
        return policyInput.total() > state.budget().promptLimit()
                || policy.filter(rule -> rule instanceof Compact compact
                                && compact.rangeToSummarize(policyInput).isPresent())
                        .isPresent()
                || (state.isCold()
                        && state.requests() > 1
                        && policy.filter(this::hides).isPresent());
    }

    /** The same with tools of ours, so that handles may be named. */
    EditInput withTools(Decision offered) {
        PolicyInput with =
                new PolicyInput(policyInput.chain().withRecall(true), policyInput.workingSet(), policyInput.state());
        EditLog all = log.with(offered.edits());
        return new EditInput(request, chain, all, with, all.tools());
    }

    static List<Edit> edits(List<Decision> decisions) {
        return decisions.stream().flatMap(decision -> decision.edits().stream()).toList();
    }
}
