package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Violation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ViolationsTest {
    @Test
    void only_facts_that_do_not_hold_are_violations() {
        Violations violations = new Violations();
        violations.require(true, ValidationRule.SHAPE, "a", "no");
        violations.require(false, ValidationRule.CALL_ID, "b", "yes");

        assertEquals(List.of(new Violation("call_id", "b", "yes")), violations.all());
    }

    @Test
    void a_body_must_be_an_object_with_a_model() {
        assertEquals(List.of("shape"), codes("[]"));
        assertEquals(List.of("model_missing", "history_empty"), codes("{}"));
        assertEquals(List.of(), codes("{\"model\":\"m\",\"messages\":[{\"role\":\"user\"}]}"));
    }

    @Test
    void a_message_must_be_an_object_with_a_known_role() {
        assertEquals(
                List.of("shape", "role_unknown"), codes("{\"model\":\"m\",\"messages\":[7,{\"role\":\"other\"}]}"));
    }

    private static List<String> codes(String body) {
        return Violations.of(
                        Bytes.of(body),
                        (request, violations) -> violations.messages(
                                request,
                                (message, where) -> violations.requireRole(
                                        Set.of("user"), message.text("role").orElse(""), where)))
                .stream()
                .map(Violation::code)
                .toList();
    }
}
