package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import java.util.Optional;

/** Which rule makes the working sets of a run fit. Asked at every turn; must be fast and safe for many threads. */
@FunctionalInterface
public interface PolicyRules {
    /** The rule for turns of this run, or of none; empty if they are forwarded as they came. */
    Optional<NamedPolicy> of(Optional<String> run);

    /**
     * A policy under its name.
     *
     * @param word as configuration and headers call it
     */
    record NamedPolicy(String word, Policy policy) {}

    /** The same rule for all. */
    static PolicyRules always(String word, Policy policy) {
        Optional<NamedPolicy> rule = Optional.of(new NamedPolicy(word, policy));
        return _ -> rule;
    }
}
