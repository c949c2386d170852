package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import java.util.Optional;

/** Finds the policy of a run. Called in every turn, so it must be fast, and safe for use by many threads. */
@FunctionalInterface
public interface PolicyRules {
    /** The policy for the turns of a run, or for turns without a run; empty if their requests are not edited. */
    Optional<NamedPolicy> of(Optional<String> run);

    /**
     * A policy and its name.
     *
     * @param word the name, as in the configuration and in headers
     */
    record NamedPolicy(String word, Policy policy) {}

    /** Rules with the same policy for all turns. */
    static PolicyRules always(String word, Policy policy) {
        Optional<NamedPolicy> rule = Optional.of(new NamedPolicy(word, policy));
        return _ -> rule;
    }
}
