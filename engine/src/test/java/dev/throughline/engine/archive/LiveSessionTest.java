package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LiveSessionTest {
    private final LiveSession session = new LiveSession();

    @Test
    void an_element_of_the_newest_path_is_known_by_its_bytes_and_place() {
        session.follow(0, List.of(step("{\"a\":1}")));
        assertTrue(session.isOnPath(0, Fingerprint.of(Bytes.of("{\"a\":1}"))));
        assertFalse(session.isOnPath(0, Fingerprint.of(Bytes.of("{\"a\":2}"))));
        assertFalse(session.isOnPath(1, Fingerprint.of(Bytes.of("{\"a\":1}"))), "there is no second step");
    }

    @Test
    void a_branch_leaves_the_path_where_it_differs() {
        session.follow(0, List.of(step("a"), step("b"), step("c")));
        session.follow(1, List.of(step("x")));
        assertEquals(List.of(step("a"), step("x")), session.path());
    }

    @Test
    void a_copy_does_not_follow_the_session() {
        session.follow(0, List.of(step("a")));
        session.accept(new ArchivedEntry(1, Entry.Source.of(Bytes.of("source"))));
        session.keep(() -> 1);
        LiveSession copy = session.copy();
        session.follow(0, List.of(step("b")));
        session.accept(new ArchivedEntry(2, Entry.Source.of(Bytes.of("other"))));
        assertEquals(List.of(step("a")), copy.path());
        assertEquals(1, copy.sequence());
        assertEquals(Optional.empty(), copy.parsed(), "a parsed request is guarded by the lease");
        assertTrue(copy.hasSource(Bytes.of("source").hash()));
        assertFalse(copy.hasSource(Bytes.of("other").hash()));
    }

    private static RecordedTurn.Step step(String bytes) {
        return new RecordedTurn.Step(Fingerprint.of(Bytes.of(bytes)), Hash.of(bytes), 1, /* hasWords= */ true);
    }
}
