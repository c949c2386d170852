package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TrimTest {
    @Test
    void what_fits_stays_as_it_came() {
        Given given = Given.talk(GivenTalks.commands(20, 100)).cold().saved(1_000_000);
        assertEquals(List.of(), given.decide(new Trim(Retention.DEFAULT.newest())));
        assertEquals("u" + " c r".repeat(20), given.picture());
    }

    @Test
    void what_does_not_fit_loses_its_oldest_results() {
        Given given = Given.talk(GivenTalks.commands(20, 100)).hard(16_000);
        given.decide(new Trim(Retention.DEFAULT.newest()));
        assertTrue(given.picture().matches("u( c ▪)+( c r){8,}"), given.picture());
    }

    @Test
    void and_then_its_oldest_exchanges() {
        Given given = Given.talk(GivenTalks.prompts(20, 100)).hard(6_000);
        given.decide(new Trim(Retention.DEFAULT.newest()));
        assertTrue(given.picture().startsWith("u [ u [ u [ u "), given.picture());
        assertTrue(given.picture().endsWith("u c r a"), given.picture());
    }
}
