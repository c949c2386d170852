package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Collects the violations of a request, in the order in which they are found. */
public final class Violations {
    private final List<Violation> found = new ArrayList<>();

    /** Checks that a body is an object with a model; {@code rules} check the rest. */
    public static List<Violation> of(Bytes body, BiConsumer<Json.Obj, Violations> rules) {
        Violations violations = new Violations();
        if (Json.parse(body) instanceof Json.Obj request) {
            violations.require(!request.text("model").orElse("").isEmpty(), ValidationRule.MODEL_MISSING, "model");
            rules.accept(request, violations);
        } else {
            violations.add(ValidationRule.SHAPE, "");
        }
        return violations.all();
    }

    public void add(ValidationRule rule, String where) {
        found.add(new Violation(rule, where));
    }

    /** Adds a violation unless the fact is true. */
    public void require(boolean fact, ValidationRule rule, String where) {
        if (!fact) {
            add(rule, where);
        }
    }

    public void requireRole(Set<String> known, String role, String where) {
        require(known.contains(role), ValidationRule.ROLE_UNKNOWN, where);
    }

    /** Passes each message to {@code check}, with its position; a message that is not an object is a violation. */
    public void messages(Json.Obj request, BiConsumer<Json.Obj, String> check) {
        List<Json> messages = request.list("messages");
        require(!messages.isEmpty(), ValidationRule.HISTORY_EMPTY, "messages");
        for (int i = 0; i < messages.size(); i++) {
            String where = "messages[" + i + "]";
            if (messages.get(i) instanceof Json.Obj message) {
                check.accept(message, where);
            } else {
                add(ValidationRule.SHAPE, where);
            }
        }
    }

    public List<Violation> all() {
        return List.copyOf(found);
    }
}
