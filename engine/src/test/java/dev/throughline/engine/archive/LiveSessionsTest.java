package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LiveSessionsTest {
    /** A store in which every session has ten sources. */
    private static final Store STORE = (Store) Proxy.newProxyInstance(
            Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, _, arguments) -> ten((long) arguments[1]));

    private static StorePage<ArchivedEntry> ten(long after) {
        List<ArchivedEntry> entries = new ArrayList<>();
        for (long sequence = after + 1; sequence <= 10; sequence++) {
            entries.add(new ArchivedEntry(sequence, Entry.Source.of(Bytes.of("source " + sequence))));
        }
        return new StorePage<>(entries, Optional.empty());
    }

    private record Taken(SessionRef session, long fence, long lastSequence) implements Store.Lease {
        @Override
        public void close() {}
    }

    private static Store.Lease lease(int session) {
        return new Taken(new SessionRef(Tenant.LOCAL, new SessionId(new UUID(1, session))), 1, 10);
    }

    @Test
    void the_memory_of_all_sessions_together_is_limited() {
        LiveSessions live = new LiveSessions(STORE, 200 * 1_000);
        for (int i = 0; i < 100_000; i++) {
            live.current(lease(i));
        }
        assertTrue(live.size() <= 1_000 / 18, "ten hashes for each session, and the session itself");
        assertTrue(live.size() > 40, live.size() + " are in memory");
    }

    @Test
    void fifty_long_sessions_that_are_used_in_turn_are_read_once_each() {
        List<ArchivedEntry> entries = sources(4 * 4_000); // Four thousand items with about four hashes each.
        AtomicInteger reads = new AtomicInteger();
        Store store = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, _, arguments) -> {
                    reads.incrementAndGet();
                    long after = (long) arguments[1];
                    return new StorePage<>(entries.subList((int) after, entries.size()), Optional.empty());
                });
        LiveSessions live = new LiveSessions(store, (1_536L << 20) / 8); // Of the heap that the launcher gives.
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 50; i++) {
                SessionRef session = lease(i).session();
                live.current(new Taken(session, 1, entries.size()));
            }
        }
        assertEquals(50, reads.get());
    }

    private static List<ArchivedEntry> sources(int count) {
        List<ArchivedEntry> entries = new ArrayList<>();
        for (long sequence = 1; sequence <= count; sequence++) {
            entries.add(new ArchivedEntry(sequence, Entry.Source.of(Bytes.of("source " + sequence))));
        }
        return entries;
    }

    @Test
    void a_session_that_was_forgotten_is_read_again() {
        LiveSessions live = new LiveSessions(STORE, 200 * 60);
        LiveSession first = live.current(lease(1));
        assertSame(first, live.current(lease(1)));
        live.forget(lease(1).session());
        LiveSession again = live.current(lease(1));
        assertNotSame(first, again);
        assertTrue(again.hasSource(Bytes.of("source 7").hash()));
    }

    @Test
    void a_session_that_is_ahead_of_the_store_is_read_again() {
        LiveSessions live = new LiveSessions(STORE, 200 * 60);
        LiveSession first = live.current(lease(1));
        first.accept(new ArchivedEntry(11, Entry.Source.of(Bytes.of("lost"))));
        LiveSession again = live.current(lease(1));
        assertEquals(10, again.sequence());
        assertFalse(again.hasSource(Bytes.of("lost").hash()));
    }

    @Test
    void a_session_that_alone_is_above_the_limit_stays_while_it_is_used() {
        LiveSessions live = new LiveSessions(STORE, 1_000);
        LiveSession only = live.current(lease(1));
        assertSame(only, live.current(lease(1)));
    }

    @Test
    void what_a_session_has_parsed_counts_towards_the_limit_and_is_lost_with_it() {
        LiveSessions live = new LiveSessions(STORE, 1 << 20);
        LiveSession first = live.current(lease(0));
        first.setParsed(() -> 300 << 10);
        assertSame(first, live.current(lease(0)));
        assertEquals(300 << 10, first.parsed().orElseThrow().bytes());
        for (int i = 1; i < 20; i++) {
            live.current(lease(i)).setParsed(() -> 300 << 10);
            live.current(lease(i));
        }
        assertEquals(3, live.size(), "as many as fit into a megabyte");
    }
}
