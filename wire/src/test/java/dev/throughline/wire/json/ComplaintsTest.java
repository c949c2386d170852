package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
    @Test
    void only_facts_that_do_not_hold_are_complained_about() {
        Complaints complaints = new Complaints();
        complaints.require(true, Rule.SHAPE, "a", "no");
        complaints.require(false, Rule.CALL_ID, "b", "yes");

        assertEquals(List.of(new Violation("call_id", "b", "yes")), complaints.all());
    }
}
