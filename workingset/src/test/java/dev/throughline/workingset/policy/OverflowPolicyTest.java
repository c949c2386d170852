package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class OverflowPolicyTest {
    @Test
    void what_was_refused_gets_below_what_the_provider_takes() {
        Given given = Given.talk(GivenTalks.commands(10, 100));
        long ceiling = given.sight().total() * 85 / 100;
        Policy below = scene -> new OverflowPolicy()
                .decide(new PolicyInput(
                        scene.chain(), scene.workingSet(), scene.state().withPromptLimit(OptionalLong.of(ceiling))));
        assertEquals(
                DecisionReason.Trigger.OVERFLOW,
                given.decide(below).getFirst().reason().trigger());
        assertTrue(given.sight().total() <= ceiling, given.picture());
    }

    @Test
    void what_fits_is_left_alone() {
        assertEquals(List.of(), Given.talk(GivenTalks.commands(2, 10)).decide(new OverflowPolicy()));
    }
}
