package dev.throughline.engine.edit;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Compact} with its inputs for one turn, so that every call in the turn makes the same decision.
 *
 * @param summary the summary to use, if there is one
 * @param stoppedAt the newest user text, if compactions are stopped until the user writes again
 * @param mayAsk whether a summary may still be requested
 */
record InformedCompact(Compact compact, Optional<Compact.Summary> summary, Optional<Hash> stoppedAt, boolean mayAsk)
        implements SummaryPolicy {
    @Override
    public List<Decision> decide(PolicyInput input) {
        return isStopped(input) ? compact.fit(input) : compact.decide(input, summary);
    }

    @Override
    public boolean mayReplace(PolicyInput input) {
        return compact.mayReplace(input);
    }

    @Override
    public boolean wantsSummary(PolicyInput input) {
        return mayAsk && !isStopped(input) && isDue(input);
    }

    boolean isDue(PolicyInput input) {
        return compact.rangeToSummarize(input).isPresent();
    }

    boolean isStopped(PolicyInput input) {
        return stoppedAt.filter(newestUserText(input.chain())::equals).isPresent();
    }

    /** The node of the newest user text; the first node if there is none. */
    static Hash newestUserText(Chain chain) {
        return chain.piece(Math.max(chain.newestUserText(), 0)).node();
    }
}
