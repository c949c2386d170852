package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RecentItemsTest {
    private static final Ids IDS = new Ids(new Random(1));
    private static final SessionRef ONE = new SessionRef(Tenant.LOCAL, IDS.session(Instant.EPOCH));
    private static final SessionRef TWO = new SessionRef(Tenant.LOCAL, IDS.session(Instant.EPOCH));

    private final RecentItems recents = new RecentItems();

    @Test
    void the_session_with_most_of_the_items_is_found() {
        recents.note(ONE, List.of(node("a"), node("b")));
        recents.note(TWO, List.of(node("c"), node("d")));
        assertEquals(
                Optional.of(TWO), recents.sessionOf(Tenant.LOCAL, List.of(Hash.of("b"), Hash.of("c"), Hash.of("d"))));
        assertEquals(Optional.empty(), recents.sessionOf(Tenant.LOCAL, List.of(Hash.of("z"))));
    }

    @Test
    void another_tenant_finds_nothing() {
        recents.note(ONE, List.of(node("a")));
        assertEquals(Optional.empty(), recents.sessionOf(new Tenant("other"), List.of(Hash.of("a"))));
    }

    @Test
    void a_deleted_session_is_not_found() {
        recents.note(ONE, List.of(node("a"), node("b")));
        recents.note(TWO, List.of(node("c")));
        recents.forget(ONE);
        assertEquals(
                Optional.of(TWO), recents.sessionOf(Tenant.LOCAL, List.of(Hash.of("a"), Hash.of("b"), Hash.of("c"))));
        assertEquals(Optional.empty(), recents.sessionOf(Tenant.LOCAL, List.of(Hash.of("a"))));
    }

    private static Entry.Node node(String item) {
        return new Entry.Node(
                Hash.of("node " + item),
                Entry.ROOT,
                Hash.of(item),
                ItemKind.USER,
                "user",
                Optional.empty(),
                Optional.empty(),
                Hash.of("source"),
                new Span(0, 1),
                1,
                new TurnId(new UUID(0, 0)),
                Instant.EPOCH);
    }
}
