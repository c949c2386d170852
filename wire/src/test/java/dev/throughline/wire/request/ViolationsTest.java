package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ViolationsTest {
    @Test
    void only_failed_conditions_are_violations() {
        Violations violations = new Violations();
        violations.require(true, ValidationRule.SHAPE, "a");
        violations.require(false, ValidationRule.CALL_ID, "b");

        assertEquals(List.of(new Violation(ValidationRule.CALL_ID, "b")), violations.all());
    }

    @Test
    void a_body_must_be_an_object_with_a_model() {
        assertEquals(List.of(ValidationRule.SHAPE), rules("[]"));
        assertEquals(List.of(ValidationRule.MODEL_MISSING, ValidationRule.HISTORY_EMPTY), rules("{}"));
        assertEquals(List.of(), rules("{\"model\":\"m\",\"messages\":[{\"role\":\"user\"}]}"));
    }

    @Test
    void a_message_must_be_an_object_with_a_known_role() {
        assertEquals(
                List.of(ValidationRule.SHAPE, ValidationRule.ROLE_UNKNOWN),
                rules("{\"model\":\"m\",\"messages\":[7,{\"role\":\"other\"}]}"));
    }

    private static List<ValidationRule> rules(String body) {
        return Violations.of(
                        Bytes.of(body),
                        (request, violations) -> violations.messages(
                                request,
                                (message, where) -> violations.requireRole(
                                        Set.of("user"), message.text("role").orElse(""), where)))
                .stream()
                .map(Violation::rule)
                .toList();
    }
}
