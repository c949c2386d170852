package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;

/** A policy that may need a summary, which is requested while no lease is held. */
sealed interface SummaryPolicy extends Policy permits InformedCompact, RequestedCompact {
    /** Whether a summary, or notes instead of it, should be requested before the decision. */
    boolean wantsSummary(PolicyInput input);
}
