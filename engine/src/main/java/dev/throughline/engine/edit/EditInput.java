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
 * A turn and the edits in force: the input of all decisions for the turn.
 *
 * @param request the client's request with the local calls restored
 * @param log the edits on this branch of the session
 * @param tools the names of the local tools in the request
 */
record EditInput(Request request, RequestChain chain, EditLog log, PolicyInput policyInput, List<String> tools) {
    /** A policy is not tried on a prompt that is smaller than this part of the prompt limit: it would hide nothing. */
    private static final double MIN_FILL_FOR_TRIAL = 0.5;

    /** The policy input with other edits applied. */
    PolicyInput withEdits(EditLog other) {
        return new PolicyInput(policyInput.chain(), WorkingSet.of(chain.pieces(), other), policyInput.state());
    }

    /**
     * The edits that the policy will probably decide on. Snippets of the content that they hide are added to this
     * request.
     *
     * @param mayReplace whether the policy may replace messages
     */
    List<Edit> expectedEdits(Policy policy, boolean mayReplace) {
        boolean isWorthTrying = mayReplace
                || policyInput.total() >= policyInput.state().budget().promptLimit() * MIN_FILL_FOR_TRIAL;
        return isWorthTrying ? edits(policy.decide(policyInput)) : List.of();
    }

    /**
     * Whether the provider has to read the whole prompt again in any case, and a local tool could return hidden
     * content.
     */
    boolean isRewrittenAnyway(Optional<Policy> policy) {
        RequestState state = policyInput.state();
        return policyInput.total() > state.budget().promptLimit()
                || policy.filter(rule -> rule instanceof Compact compact
                                && compact.rangeToSummarize(policyInput).isPresent())
                        .isPresent()
                || (state.isCold()
                        && state.requests() > 1
                        && policy.filter(this::hides).isPresent());
    }

    private boolean hides(Policy policy) {
        return log.hasHidden() || log.with(edits(policy.decide(policyInput))).hasHidden();
    }

    /** The same input with the local tools that a decision adds, so that placeholders may contain handles. */
    EditInput withTools(Decision offer) {
        PolicyInput withRecall =
                new PolicyInput(policyInput.chain().withRecall(true), policyInput.workingSet(), policyInput.state());
        EditLog withOffer = log.with(offer.edits());
        return new EditInput(request, chain, withOffer, withRecall, withOffer.tools());
    }

    static List<Edit> edits(List<Decision> decisions) {
        return decisions.stream().flatMap(decision -> decision.edits().stream()).toList();
    }
}
