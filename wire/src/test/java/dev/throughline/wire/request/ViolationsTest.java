package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViolationsTest {
    @Test
    void only_facts_that_do_not_hold_are_complained_about() {
        Violations complaints = new Violations();
        complaints.require(true, ValidationRule.SHAPE, "a", "no");
        complaints.require(false, ValidationRule.CALL_ID, "b", "yes");

        assertEquals(List.of(new Violation("call_id", "b", "yes")), complaints.all());
    }
}
