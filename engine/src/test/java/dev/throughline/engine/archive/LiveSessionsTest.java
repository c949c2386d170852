package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

    private static Page<Kept> ten(long after) {
        List<Kept> entries = new ArrayList<>();
        for (long sequence = after + 1; sequence <= 10; sequence++) {
            entries.add(new Kept(sequence, Entry.Source.of(Bytes.of("source " + sequence))));
        }
        return new Page<>(entries, Optional.empty());
    }

    private record Taken(SessionRef session, long fence, long lastSequence) implements Store.Lease {
        @Override
        public void close() {}
    }

    private static Store.Lease lease(int session) {
        return new Taken(new SessionRef(Tenant.LOCAL, new SessionId(new UUID(1, session))), 1, 10);
    }

    @Test
    void what_sessions_take_together_is_bounded_however_many_there_are() {
        LiveSessions live = new LiveSessions(STORE, 1_000);
        for (int i = 0; i < 100_000; i++) {
            live.under(lease(i));
        }
        assertEquals(1_000 / 18, live.size(), "ten names each and what a session takes itself");
    }

    @Test
    void fifty_long_sessions_that_are_used_in_turn_are_read_once_each() {
        List<Kept> entries = sources(4 * 4_000); // Four thousand items, and about so many names of each.
        AtomicInteger reads = new AtomicInteger();
        Store store = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, _, arguments) -> {
                    reads.incrementAndGet();
                    long after = (long) arguments[1];
                    return new Page<>(entries.subList((int) after, entries.size()), Optional.empty());
                });
        LiveSessions live = LiveSessions.within(store, (1_536L << 20) / 8); // Of the heap that the launcher gives.
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 50; i++) {
                SessionRef session = lease(i).session();
                live.under(new Taken(session, 1, entries.size()));
            }
        }
        assertEquals(50, reads.get());
    }

    private static List<Kept> sources(int count) {
        List<Kept> entries = new ArrayList<>();
        for (long sequence = 1; sequence <= count; sequence++) {
            entries.add(new Kept(sequence, Entry.Source.of(Bytes.of("source " + sequence))));
        }
        return entries;
    }

    @Test
    void the_least_recently_used_is_forgotten_first_and_read_again() {
        LiveSessions live = new LiveSessions(STORE, 60);
        LiveSession first = live.under(lease(1));
        live.under(lease(2));
        live.under(lease(3));
        assertSame(first, live.under(lease(1)));
        live.under(lease(4));
        assertSame(first, live.under(lease(1)), "2 was not used for longest");
        LiveSession again = live.under(lease(2));
        assertTrue(again.hasSource(Bytes.of("source 7").hash()));
        live.forget(lease(2).session());
        assertNotSame(again, live.under(lease(2)));
    }

    @Test
    void a_session_that_alone_is_above_the_limit_stays_while_it_is_used() {
        LiveSessions live = new LiveSessions(STORE, 5);
        LiveSession only = live.under(lease(1));
        assertSame(only, live.under(lease(1)));
    }
}
