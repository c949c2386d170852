package dev.throughline.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of a {@link Store}. The test of an implementation extends it and opens and reopens the store. */
public abstract class StoreContract extends KeyRacesContract {
    @Test
    void entries_are_numbered_from_one_in_their_order() {
        SessionRef ref = session("a").ref();
        List<Entry> entries = samples.some(50);
        assertEquals(20, append(ref, entries.subList(0, 20)).lastSequence());
        assertEquals(50, append(ref, entries.subList(20, 50)).lastSequence());
        assertEquals(50, append(ref, List.of()).lastSequence());
        assertEquals(50, store.lastSequence(ref));
        List<ArchivedEntry> all = allEntries(ref, 7);
        assertEquals(entries, all.stream().map(ArchivedEntry::entry).toList());
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i + 1, all.get(i).sequence());
        }
        assertEquals(all.subList(48, 50), store.entries(ref, 48, 10).items());
        assertEquals(new StorePage<ArchivedEntry>(List.of(), Optional.empty()), store.entries(ref, 50, 10));
        assertEquals(Optional.empty(), store.entries(ref, 40, 10).next());
        assertThrows(IllegalArgumentException.class, () -> store.entries(ref, 0, 0));
    }

    @Test
    void a_receipt_completes_when_entries_are_written_and_durable() throws Exception {
        SessionRef ref = session("a").ref();
        Receipt receipt = append(ref, samples.some(3));
        receipt.written().get(SOON.toSeconds(), TimeUnit.SECONDS);
        receipt.durable().get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertEquals(new Store.Health(true, "ok"), store.health());
    }

    @Test
    void the_card_follows_the_entries() {
        SessionCard card = session("a");
        List<Entry> entries = samples.some(200);
        append(card.ref(), entries);
        SessionCard expected = card;
        for (Entry entry : entries) {
            expected = expected.after(entry);
        }
        assertEquals(Optional.of(expected), store.find(card.ref()));
        assertEquals(expected, store.open(Tenant.LOCAL, card.key(), NEVER_ASKED));
    }

    @Test
    void only_messages_of_a_person_move_the_time_of_the_last_message() {
        SessionRef ref = session("a").ref();
        append(ref, List.of(turn(NOON, Purpose.CONVERSATION, 1)));
        append(
                ref,
                List.of(
                        turn(NOON.plusSeconds(1), Purpose.SIDE_REQUEST, 1),
                        turn(NOON.plusSeconds(2), Purpose.CONVERSATION, 0)));
        for (int round = 0; round < 2; round++) {
            SessionCard card = store.find(ref).orElseThrow();
            assertEquals(Optional.of(NOON), card.lastUserMessage());
            assertEquals(NOON.plusSeconds(2), card.updated());
            store.close();
            store = reopen(store);
        }
    }

    @Test
    void appends_from_many_threads_stay_whole_and_in_order() throws Exception {
        SessionRef ref = session("a").ref();
        List<List<Entry>> batches = Collections.synchronizedList(new ArrayList<>());
        Store.Lease lease = store.lease(ref, SOON);
        inParallel(8, () -> {
            SampleEntries own = new SampleEntries(new Random());
            for (int i = 0; i < 20; i++) {
                List<Entry> batch = own.some(5);
                batches.add(batch);
                store.append(lease, batch);
            }
            return ref;
        });
        lease.close();
        List<Entry> all = allEntries(ref, 64).stream().map(ArchivedEntry::entry).toList();
        Set<List<Entry>> found = new HashSet<>();
        for (int i = 0; i < all.size(); i += 5) {
            found.add(all.subList(i, i + 5));
        }
        assertEquals(new HashSet<>(batches), found);
    }

    @Test
    void sources_are_read_back_exactly() {
        SessionRef ref = session("a").ref();
        List<Bytes> nasty = new ArrayList<>(SampleEntries.NASTY);
        byte[] large = new byte[5 * 1024 * 1024];
        random.nextBytes(large);
        nasty.add(Bytes.of(large));
        nasty.add(Bytes.of("{\"large\":\"" + "naïve ".repeat(1024 * 1024) + "\"}"));
        for (Bytes bytes : nasty) {
            append(ref, List.of(Entry.Source.of(bytes)));
        }
        for (int round = 0; round < 2; round++) {
            for (Bytes bytes : nasty) {
                assertEquals(Optional.of(bytes), store.source(ref, bytes.hash()));
            }
            assertEquals(
                    nasty.stream().map(Entry.Source::of).toList(),
                    allEntries(ref, 5).stream().map(ArchivedEntry::entry).toList());
            store.close();
            store = reopen(store);
        }
        assertEquals(Optional.empty(), store.source(ref, Hash.of("never kept")));
    }

    @Test
    void a_lease_waits_for_the_holder_and_times_out() {
        SessionRef ref = session("a").ref();
        Store.Lease first = store.lease(ref, SOON);
        assertCode("session_busy", () -> store.lease(ref, Duration.ofMillis(20)));
        assertEquals(ref, first.session());
        assertEquals(0, first.lastSequence());
        store.append(first, samples.some(3));
        first.close();
        first.close();
        try (Store.Lease second = store.lease(ref, Duration.ZERO)) {
            assertEquals(3, second.lastSequence());
            assertTrue(second.fence() > first.fence());
            assertCode("lease_lost", () -> store.append(first, samples.some(1)));
            assertCode("lease_lost", () -> store.replaceState(first, 0, Bytes.EMPTY));
            first.close();
            store.append(second, samples.some(1));
        }
        assertEquals(4, allEntries(ref, 10).size());
        assertCode("session_unknown", () -> store.lease(new SessionRef(OTHER, ref.id()), SOON));
    }

    @Test
    void an_interrupt_ends_the_wait_for_a_lease_and_is_kept() {
        SessionRef ref = session("a").ref();
        try (Store.Lease held = store.lease(ref, SOON)) {
            Thread.currentThread().interrupt();
            assertCode("session_busy", () -> store.lease(held.session(), SOON));
            assertTrue(Thread.interrupted());
        }
        store.lease(ref, Duration.ZERO).close();
    }

    @Test
    void sessions_are_written_at_the_same_time_and_stay_apart() throws Exception {
        AtomicInteger number = new AtomicInteger();
        CyclicBarrier allLeased = new CyclicBarrier(6);
        inParallel(6, () -> {
            SampleEntries own = new SampleEntries(new Random());
            SessionRef ref = session("key " + number.incrementAndGet()).ref();
            List<Entry> expected = new ArrayList<>();
            try (Store.Lease lease = store.lease(ref, SOON)) {
                allLeased.await(SOON.toSeconds(), TimeUnit.SECONDS);
                for (int i = 0; i < 20; i++) {
                    List<Entry> batch = own.some(5);
                    expected.addAll(batch);
                    store.append(lease, batch);
                }
            }
            assertEquals(
                    expected,
                    allEntries(ref, 30).stream().map(ArchivedEntry::entry).toList());
            return ref;
        });
    }

    @Test
    void a_closed_store_refuses_to_write() {
        SessionRef ref = session("a").ref();
        Store.Lease lease = store.lease(ref, SOON);
        store.close();
        store.close();
        assertCode("store_failed", () -> store.append(lease, samples.some(1)));
        assertCode("store_failed", () -> session("b"));
        assertCode("store_failed", () -> store.replaceState(lease, 0, Bytes.of("{}")));
        assertCode("store_failed", () -> store.addKey(Tenant.LOCAL, new SessionKey("c"), ref.id()));
        lease.close();
        store = reopen(store);
        assertEquals(0, store.lastSequence(ref));
        assertEquals(1, allSessions(Tenant.LOCAL, 10).size());
    }

    @Test
    void leases_are_given_in_the_order_they_were_asked_for() throws Exception {
        SessionRef ref = session("a").ref();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        Store.Lease held = store.lease(ref, SOON);
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            Thread thread = Thread.ofPlatform().start(() -> {
                try (Store.Lease lease = store.lease(ref, SOON)) {
                    order.add(number);
                    assertEquals(ref, lease.session());
                }
            });
            waiting.add(thread);
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }
        held.close();
        for (Thread thread : waiting) {
            thread.join(SOON);
        }
        assertEquals(List.of(0, 1, 2, 3, 4, 5), order);
    }

    @Test
    void fences_increase_after_reopening() {
        SessionRef ref = session("a").ref();
        Store.Lease before = store.lease(ref, SOON);
        before.close();
        store.close();
        store = reopen(store);
        try (Store.Lease after = store.lease(ref, SOON)) {
            assertTrue(after.fence() > before.fence());
        }
    }

    @Test
    void the_state_is_replaced_only_at_the_version_it_is_expected_at() throws Exception {
        SessionRef ref = session("a").ref();
        assertEquals(new Store.StateDocument(0, Bytes.EMPTY), store.state(ref));
        try (Store.Lease lease = store.lease(ref, SOON)) {
            assertFalse(store.replaceState(lease, 1, Bytes.of("{}")));
            List<Boolean> won = inParallel(8, () -> store.replaceState(lease, 0, Bytes.of("{\"by\":1}")));
            assertEquals(1, Collections.frequency(won, true));
            long version = 1;
            for (Bytes nasty : SampleEntries.NASTY) {
                assertTrue(store.replaceState(lease, version++, nasty));
                assertEquals(new Store.StateDocument(version, nasty), store.state(ref));
            }
        }
        Store.StateDocument before = store.state(ref);
        store.close();
        store = reopen(store);
        assertEquals(before, store.state(ref));
    }

    @Test
    void a_store_that_was_opened_again_holds_equal_values() {
        List<SessionRef> refs = new ArrayList<>();
        List<List<ArchivedEntry>> before = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            refs.add(session("key " + i).ref());
            append(refs.get(i), samples.some(40 * i));
            before.add(allEntries(refs.get(i), 1000));
        }
        List<SessionCard> cards = allSessions(Tenant.LOCAL, 10);
        store.close();
        assertFalse(store.health().isWritable());
        store = reopen(store);
        assertEquals(cards, allSessions(Tenant.LOCAL, 10));
        for (int i = 0; i < refs.size(); i++) {
            assertEquals(before.get(i), allEntries(refs.get(i), 17));
            assertEquals(40L * i + 1, append(refs.get(i), samples.some(1)).lastSequence());
        }
    }

    @Test
    void random_operations_give_what_a_naive_model_gives() {
        long seed = new Random().nextLong();
        store = new StoreModelCheck(seed, model(), this::reopen).run(store, 300);
    }
}
