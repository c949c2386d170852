package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RecallCacheTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final TurnId TURN = new TurnId(new UUID(0, 1));

    private final MemoryStore store = new MemoryStore();
    private final SessionRef session = store.open(
                    Tenant.LOCAL,
                    new SessionKey("a"),
                    () -> new Store.Opening(new SessionId(new UUID(0, 7)), Optional.empty(), "test", NOON))
            .ref();

    @Test
    void a_cached_view_includes_new_entries_of_its_session() {
        RecallCache views = new RecallCache(store, Dialects::of);
        say("one zebra");
        assertEquals(1, found(views));
        say("two zebra");
        assertEquals(2, found(views));
    }

    @Test
    void a_deleted_session_is_not_in_the_cache() {
        RecallCache views = new RecallCache(store, Dialects::of);
        say("one zebra");
        assertEquals(1, found(views));
        store.delete(session, Duration.ofSeconds(30));
        views.forget(session);
        assertEquals(0, found(views));
    }

    @Test
    void a_source_is_read_from_the_store_once() {
        RecallCache views = new RecallCache(store, Dialects::of);
        say("one zebra");
        assertTrue(isSourceKept(views));
    }

    @Test
    void a_cache_of_ended_sessions_keeps_no_sources() {
        RecallCache views = RecallCache.withoutSources(store, Dialects::of);
        say("one zebra");
        assertThrows(RuntimeException.class, () -> isSourceKept(views));
    }

    private boolean isSourceKept(RecallCache views) {
        return views.read(session, recall -> {
            Hash id = recall.transcript().nodes().getFirst().source();
            Bytes first = recall.source(id);
            store.delete(session, Duration.ofSeconds(30));
            return recall.source(id).equals(first);
        });
    }

    private int found(RecallCache views) {
        return views.read(session, recall -> recall.finder().find("zebra", 9).size());
    }

    private void say(String text) {
        Bytes raw = Bytes.of("{\"role\":\"user\",\"content\":\"" + text + "\"}");
        List<Entry> entries = new ArrayList<>(List.of(Entry.Source.of(raw)));
        for (Item item : ChatDialect.WIRE.itemise(raw, new Span(0, raw.length()))) {
            entries.add(new Entry.Node(
                    Hash.node(Entry.ROOT, item.id()),
                    Entry.ROOT,
                    item.id(),
                    item.kind(),
                    item.role(),
                    item.tool(),
                    item.call(),
                    raw.hash(),
                    item.raw(),
                    1,
                    TURN,
                    NOON));
        }
        entries.add(new Entry.TurnOpened(
                TURN,
                NOON,
                Purpose.CONVERSATION,
                ChatDialect.NAME,
                "m",
                "test",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                Entry.ROOT,
                1,
                1,
                1));
        try (Store.Lease lease = store.lease(session, Duration.ofSeconds(30))) {
            store.append(lease, entries);
        }
    }
}
