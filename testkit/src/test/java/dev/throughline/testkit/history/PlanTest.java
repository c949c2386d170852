package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void the_probabilities_of_all_moves_add_up_to_at_most_a_hundred_percent() {
        assertThrows(
                IllegalArgumentException.class, () -> new Plan(SimulatedDialect.CHAT, 1, 10, 0, Set.of(), 50, 50, 1));
    }
}
