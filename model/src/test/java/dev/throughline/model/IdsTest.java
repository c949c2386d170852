package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdsTest {
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123Z");

    @Test
    void an_id_is_a_version_7_uuid_that_contains_its_time() {
        Ids ids = new Ids(new Random(1));
        for (int i = 0; i < 1_000; i++) {
            UUID id = ids.next(NOON);
            assertEquals(7, id.version());
            assertEquals(2, id.variant());
            assertEquals(NOON.toEpochMilli(), id.getMostSignificantBits() >>> 16);
        }
    }

    @Test
    void the_same_seed_and_time_give_the_same_ids() {
        assertEquals(new Ids(new Random(7)).session(NOON), new Ids(new Random(7)).session(NOON));
        assertEquals(new Ids(new Random(7)).turn(NOON), new Ids(new Random(7)).turn(NOON));
    }

    @Test
    void later_ids_sort_after_earlier_ones() {
        Ids ids = new Ids(new Random(3));
        assertTrue(ids.session(NOON).compareTo(ids.session(NOON.plusMillis(1))) < 0);
    }

    @Test
    void derived_session_ids_depend_only_on_time_and_key() {
        SessionKey one = new SessionKey("one");
        Ids derived = new Ids(new Random(1), /* areDerived= */ true);
        Ids other = new Ids(new Random(2), /* areDerived= */ true);
        assertEquals(derived.session(NOON, one), other.session(NOON, one));
        assertNotEquals(derived.session(NOON, one), derived.session(NOON, new SessionKey("two")));
        assertNotEquals(derived.session(NOON, one), derived.session(NOON.plusMillis(1), one));
    }

    @Test
    void session_ids_are_random_by_default() {
        Ids ids = new Ids(new Random(1));
        SessionKey one = new SessionKey("one");
        assertNotEquals(ids.session(NOON, one), ids.session(NOON, one));
    }
}
