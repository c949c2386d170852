package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TrailTest {
    @Test
    void an_element_is_known_by_its_bytes_wherever_they_stand() {
        Bytes body = Bytes.of("xx{\"a\":1}yy{\"a\":1}");
        assertEquals(Trail.fingerprint(body.slice(new Span(2, 9))), Trail.fingerprint(body.slice(new Span(11, 18))));
    }

    @Test
    void one_other_byte_is_another_element() {
        Trail trail = new Trail();
        trail.follow(0, List.of(step("{\"a\":1}")));
        assertTrue(trail.matches(0, Trail.fingerprint(Bytes.of("{\"a\":1}"))));
        assertFalse(trail.matches(0, Trail.fingerprint(Bytes.of("{\"a\":2}"))));
        assertFalse(trail.matches(1, Trail.fingerprint(Bytes.of("{\"a\":1}"))), "there is no second step");
    }

    @Test
    void a_branch_leaves_the_trail_where_it_differs() {
        Trail trail = new Trail();
        trail.follow(0, List.of(step("a"), step("b"), step("c")));
        trail.follow(1, List.of(step("x")));
        assertEquals(2, trail.size());
        assertEquals(step("x"), trail.step(1));
    }

    private static Recorded.Step step(String bytes) {
        return new Recorded.Step(Trail.fingerprint(Bytes.of(bytes)), Hash.of(bytes), 1, /* hasWords= */ true);
    }
}
