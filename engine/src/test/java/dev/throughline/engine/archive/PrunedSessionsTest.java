package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Ids;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PrunedSessionsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Ids ids = new Ids(new Random(1));

    private SessionCard card(int minute, Optional<SessionId> parent) {
        Instant at = NOON.plusSeconds(60L * minute);
        SessionRef ref = new SessionRef(Tenant.LOCAL, ids.session(at));
        return SessionCard.opened(ref, new SessionKey("key " + ref.id()), parent, "test", at);
    }

    @Test
    void a_family_changed_when_its_newest_member_did() {
        SessionCard parent = card(0, Optional.empty());
        SessionCard child = card(1, Optional.of(parent.ref().id()));
        SessionCard grandchild = card(9, Optional.of(child.ref().id()));
        SessionCard other = card(5, Optional.empty());
        List<SessionCard> all = List.of(child, other, grandchild, parent);
        Store.Pruning old = new Store.Pruning(Optional.of(NOON.plusSeconds(360)), OptionalInt.empty());
        assertEquals(List.of(other), PrunedSessions.select(all, old, 10));
        Store.Pruning none = new Store.Pruning(Optional.empty(), OptionalInt.of(0));
        assertEquals(List.of(other, grandchild, child, parent), PrunedSessions.select(all, none, 10));
    }

    @Test
    void a_sub_agent_whose_parent_was_deleted_counts_by_itself() {
        SessionCard orphan = card(0, Optional.of(ids.session(NOON)));
        SessionCard other = card(1, Optional.empty());
        Store.Pruning one = new Store.Pruning(Optional.empty(), OptionalInt.of(1));
        assertEquals(List.of(orphan), PrunedSessions.select(List.of(other, orphan), one, 10));
    }
}
