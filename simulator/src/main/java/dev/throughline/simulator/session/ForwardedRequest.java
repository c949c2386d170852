package dev.throughline.simulator.session;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.prompt.PromptCharge;
import java.util.Set;

/**
 * A main request as it reached the model.
 *
 * @param covered how much evidence of its turn stands in it
 * @param coveredOld of that, how much is old
 * @param ready how many of the texts that its turn's edits replace stand in it
 * @param lostSources the newest message that held each piece of evidence that does not
 */
public record ForwardedRequest(
        Bytes body, PromptCharge billed, int covered, int coveredOld, int ready, Set<Integer> lostSources) {}
