package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out a request for a compaction, and then decides as the policy of the session. The first decision settles the
 * request, also if it has no edits.
 *
 * @param summary the summary to use, if there is one
 * @param next the policy of the session
 * @param mayAsk whether a summary may still be requested
 */
record RequestedCompact(
        Compact compact,
        Entry.CompactionRequested request,
        Optional<Compact.Summary> summary,
        Policy next,
        boolean mayAsk)
        implements SummaryPolicy {
    @Override
    public List<Decision> decide(PolicyInput input) {
        List<Decision> decisions = new ArrayList<>();
        decisions.add(compact.decideNow(input, summary, request.keep()));
        decisions.addAll(next.decide(input.with(decisions)));
        return decisions;
    }

    @Override
    public boolean mayReplace(PolicyInput input) {
        return compact.rangeNow(input).isPresent() || next.mayReplace(input);
    }

    @Override
    public boolean wantsSummary(PolicyInput input) {
        boolean isUsable = summary.filter(one -> compact.isUsable(input, one)).isPresent();
        return mayAsk && !isUsable && compact.rangeNow(input).isPresent();
    }
}
