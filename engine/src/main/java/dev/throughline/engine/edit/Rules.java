package dev.throughline.engine.edit;

import dev.throughline.workingset.policy.Policy;
import java.util.Optional;

/** Which rule makes the working sets of a run fit. Asked at every turn; must be fast and safe for many threads. */
@FunctionalInterface
public interface Rules {
    /** The rule for turns of this run, or of none; empty if they are forwarded as they came. */
    Optional<Rule> of(Optional<String> run);

    /**
     * A policy under its name.
     *
     * @param word as configuration and headers call it
     */
    record Rule(String word, Policy policy) {}

    /** The same rule for all. */
    static Rules always(String word, Policy policy) {
        Optional<Rule> rule = Optional.of(new Rule(word, policy));
        return _ -> rule;
    }
}
