package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.store.SampleEntries;
import dev.throughline.testkit.store.SampleSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionChangesTest {
    private static final Instant LATER = Instant.parse("2026-12-15T12:00:00Z");

    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(1));
    private final List<SessionCard> deleted = new ArrayList<>();
    private final SessionChanges changes = new SessionChanges(
            store,
            new SessionLifecycle(store, ids, ResetListener.NONE),
            (card, deletion) -> {
                deletion.run();
                deleted.add(card);
            },
            Clock.fixed(LATER, ZoneOffset.UTC));

    @Test
    void a_reset_and_its_undo_move_the_key() {
        SessionCard old = store.find(SampleSession.in(store)).orElseThrow();
        SessionCard fresh = changes.reset(old);
        assertEquals(Optional.of(fresh), store.find(Tenant.LOCAL, old.key()));
        assertEquals(
                "session_was_reset",
                assertThrows(ProxyException.class, () -> changes.reset(old)).code());
        assertEquals(old, changes.undoReset(fresh));
        assertEquals(Optional.of(old), store.find(Tenant.LOCAL, old.key()));
    }

    @Test
    void a_key_that_had_one_session_has_nothing_to_undo() {
        SessionCard only = store.find(SampleSession.in(store)).orElseThrow();
        assertEquals(
                "nothing_to_undo",
                assertThrows(ProxyException.class, () -> changes.undoReset(only))
                        .code());
    }

    @Test
    void a_session_in_use_is_not_pruned() {
        SessionCard busy = store.find(SampleSession.in(store)).orElseThrow();
        SessionCard idle = store.open(
                Tenant.LOCAL,
                new SessionKey("idle"),
                () -> new Store.Opening(ids.session(LATER), Optional.empty(), "test", LATER));
        SessionCatalog.PruneRequest all =
                new SessionCatalog.PruneRequest(OptionalInt.empty(), OptionalInt.of(0), /* isDryRun= */ false);
        try (Store.Lease lease = store.lease(busy.ref(), Duration.ofSeconds(5))) {
            assertEquals(busy.ref(), lease.session());
            assertEquals(List.of(idle), changes.prune(all));
        }
        assertEquals(List.of(busy), changes.prune(all));
        assertEquals(List.of(idle, busy), deleted);
        assertFalse(changes.delete(busy));
    }

    @Test
    void a_session_that_changes_while_others_are_deleted_is_not_pruned_nor_are_its_sub_agents() {
        SessionCard first = open("first", Optional.empty(), LATER);
        SessionCard parent = open("parent", Optional.empty(), LATER.plusSeconds(60));
        SessionCard child = open("child", Optional.of(parent), LATER.plusSeconds(60));
        SessionChanges pruning = new SessionChanges(
                store,
                new SessionLifecycle(store, ids, ResetListener.NONE),
                (card, deletion) -> {
                    deletion.run();
                    deleted.add(card);
                    use(parent);
                },
                Clock.fixed(LATER, ZoneOffset.UTC));
        SessionCatalog.PruneRequest all =
                new SessionCatalog.PruneRequest(OptionalInt.empty(), OptionalInt.of(0), /* isDryRun= */ false);
        assertEquals(List.of(first), pruning.prune(all));
        assertEquals(List.of(first), deleted);
        assertTrue(store.find(child.ref()).isPresent());
    }

    private SessionCard open(String key, Optional<SessionCard> parent, Instant at) {
        return store.open(
                Tenant.LOCAL,
                new SessionKey(key),
                () -> new Store.Opening(
                        ids.session(at), parent.map(card -> card.ref().id()), "test", at));
    }

    /** Adds turns of any kind, until one of them changes the card. */
    private void use(SessionCard card) {
        SampleEntries samples = new SampleEntries(new Random(1));
        while (store.find(card.ref()).equals(Optional.of(card))) {
            try (Store.Lease lease = store.lease(card.ref(), Duration.ofSeconds(5))) {
                store.append(lease, List.of(samples.opened()));
            }
        }
    }

    @Test
    void days_count_from_now() {
        SessionCard old = store.find(SampleSession.in(store)).orElseThrow();
        assertTrue(changes.prune(days(40)).isEmpty());
        assertEquals(List.of(old), changes.prune(days(20)));
        assertTrue(deleted.isEmpty(), "it was a dry run");
    }

    private static SessionCatalog.PruneRequest days(int days) {
        return new SessionCatalog.PruneRequest(OptionalInt.of(days), OptionalInt.empty(), /* isDryRun= */ true);
    }
}
