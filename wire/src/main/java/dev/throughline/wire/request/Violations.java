package dev.throughline.wire.request;

import dev.throughline.wire.Violation;
import java.util.ArrayList;
import java.util.List;

/** Gathers what a provider would refuse, in the order in which it is found. */
public final class Violations {
    private final List<Violation> found = new ArrayList<>();

    public void add(ValidationRule rule, String where, String message) {
        found.add(new Violation(rule.code(), where, message));
    }

    /** Complains unless the fact holds. */
    public void require(boolean fact, ValidationRule rule, String where, String message) {
        if (!fact) {
            add(rule, where, message);
        }
    }

    public List<Violation> all() {
        return List.copyOf(found);
    }
}
