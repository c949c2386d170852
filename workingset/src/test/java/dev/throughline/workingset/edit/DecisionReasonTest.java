package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DecisionReasonTest {
    @ParameterizedTest
    @EnumSource
    void a_reason_is_read_by_its_word_and_knows_what_went(DecisionReason.Trigger trigger) {
        assertEquals(trigger, DecisionReason.Trigger.of(trigger.word()));
        assertEquals(40, new DecisionReason(trigger, 100, 60, 0, 0, 0, "").removed());
    }
}
