package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Sight;

/**
 * What a rule looks at. A rule keeps {@code sight} in step with what it decides.
 *
 * @param sight what the model sees under the edits so far
 */
public record Scene(Chain chain, Sight sight, Moment moment) {
    /** The whole prompt. */
    long total() {
        return moment.head() + sight.total();
    }

    /** What a text of this many tokens beside its frame counts. */
    long tokens(String text) {
        return moment.count().ofItem(text, 0, 0);
    }
}
