package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import java.util.Optional;

/** Tells which policy a run has. Called at every turn, so it must be fast, and safe for use by many threads. */
@FunctionalInterface
public interface PolicyRules {
    /** The policy for turns of this run, or of no run; empty if their requests are not edited. */
    Optional<NamedPolicy> of(Optional<String> run);

    /**
     * A policy and its name.
     *
     * @param word as in the configuration and in headers
     */
    record NamedPolicy(String word, Policy policy) {}

    /** The same policy for all. */
    static PolicyRules always(String word, Policy policy) {
        Optional<NamedPolicy> rule = Optional.of(new NamedPolicy(word, policy));
        return _ -> rule;
    }
}
