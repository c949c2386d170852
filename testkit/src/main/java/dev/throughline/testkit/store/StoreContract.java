package dev.throughline.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What every {@link Store} must do. An implementation extends this, and says how it is opened and opened again. */
public abstract class StoreContract {
    protected static final Duration SOON = Duration.ofSeconds(30);
    private static final Tenant OTHER = new Tenant("other");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Random random = new Random(7);
    private final Ids ids = new Ids(random);
    private final SampleEntries samples = new SampleEntries(random);
    private Store store;

    /** Only {@link #openStore} gives the store its value; before that there is none to use. */
    @SuppressWarnings("NullAway.Init") // JUnit calls openStore before every test.
    protected StoreContract() {}

    /** An empty store. */
    protected abstract Store open();

    /** A store on what another, which is closed, has left. */
    protected abstract Store reopen(Store closed);

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void a_key_opens_one_session_and_finds_it_again() {
        SessionCard card = session("a key");
        assertEquals(SessionCard.opened(card.ref(), card.key(), Optional.empty(), "test", NOON), card);
        assertEquals(card, store.open(Tenant.LOCAL, card.key(), StoreContract::neverAsked));
        assertEquals(Optional.of(card), store.find(card.ref()));
        assertEquals(Optional.of(card), store.find(Tenant.LOCAL, card.key()));
        assertEquals(Optional.empty(), store.find(Tenant.LOCAL, new SessionKey("another")));
    }

    @Test
    void a_child_remembers_its_parent() {
        SessionId parent = session("parent").ref().id();
        SessionCard child = store.open(
                Tenant.LOCAL,
                new SessionKey("child"),
                () -> new Store.Opening(ids.session(NOON), Optional.of(parent), "test", NOON));
        assertEquals(Optional.of(parent), store.find(child.ref()).orElseThrow().parent());
    }

    @Test
    void a_second_key_can_mean_the_same_session_and_still_does_after_a_restart() {
        SessionCard card = session("first key");
        SessionKey second = new SessionKey("second key 🌍");
        assertTrue(store.point(Tenant.LOCAL, second, card.ref().id()));
        assertEquals(Optional.of(card), store.find(Tenant.LOCAL, second));
        assertEquals(card, store.open(Tenant.LOCAL, second, StoreContract::neverAsked));
        assertFalse(store.point(Tenant.LOCAL, card.key(), card.ref().id()), "a key that means a session keeps it");
        assertFalse(store.point(OTHER, new SessionKey("stolen"), card.ref().id()), "another tenant's session");
        store.close();
        store = reopen(store);
        assertEquals(Optional.of(card), store.find(Tenant.LOCAL, second));
    }

    @Test
    void many_callers_at_once_open_the_same_session() throws Exception {
        CyclicBarrier together = new CyclicBarrier(16);
        for (int round = 0; round < 10; round++) {
            SessionKey key = new SessionKey("race " + round);
            List<SessionCard> cards = inParallel(16, () -> {
                together.await();
                return store.open(Tenant.LOCAL, key, () -> opening(new Ids(new Random())));
            });
            assertEquals(1, new HashSet<>(cards).size(), "round " + round);
        }
        assertEquals(10, allSessions(Tenant.LOCAL, 100).size());
    }

    @Test
    void any_text_of_256_characters_is_a_key() {
        List<String> texts = List.of(
                "x".repeat(256),
                "🙂".repeat(256),
                "שלום\u202e".repeat(51) + "x",
                "line\nbreak\r\n\ttab\u0001\u001f\u007f",
                "../../etc/passwd",
                "\"quote\\",
                "e\u0301 is not \u00e9",
                " ");
        for (String text : texts) {
            SessionCard card = session(text);
            assertEquals(Optional.of(card), store.find(Tenant.LOCAL, new SessionKey(text)), text);
        }
        List<SessionCard> before = allSessions(Tenant.LOCAL, 3);
        store.close();
        store = reopen(store);
        assertEquals(before, allSessions(Tenant.LOCAL, 3));
        assertEquals(texts.size(), before.size());
    }

    @Test
    void sessions_come_newest_change_first_in_pages() {
        List<SessionRef> refs = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            SessionRef ref = session("key " + i).ref();
            refs.addFirst(ref);
            append(ref, turnAt(NOON.plusSeconds(i + 1)));
        }
        List<SessionRef> found = allSessions(Tenant.LOCAL, 3).stream().map(SessionCard::ref).toList();
        assertEquals(refs, found);
        append(refs.getLast(), turnAt(NOON.plusSeconds(99)));
        assertEquals(refs.getLast(), store.sessions(Tenant.LOCAL, Optional.empty(), 1).items().getFirst().ref());
    }

    @Test
    void pages_of_sessions_neither_repeat_nor_skip_while_others_change() {
        List<SessionRef> still = new ArrayList<>();
        List<SessionRef> moving = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            SessionRef ref = session("key " + i).ref();
            (i % 4 == 0 ? moving : still).add(ref);
        }
        List<SessionRef> seen = new ArrayList<>();
        Optional<String> next = Optional.empty();
        int step = 0;
        do {
            Page<SessionCard> page = store.sessions(Tenant.LOCAL, next, 3);
            page.items().forEach(card -> seen.add(card.ref()));
            next = page.next();
            append(moving.get(step % moving.size()), turnAt(NOON.plusSeconds(++step)));
        } while (next.isPresent());
        assertEquals(seen.size(), new HashSet<>(seen).size(), "a session was shown twice");
        assertTrue(seen.containsAll(still), "a session that did not change was skipped");
    }

    @Test
    void entries_are_numbered_from_one_in_their_order() {
        SessionRef ref = session("a").ref();
        List<Entry> entries = samples.some(50);
        assertEquals(20, append(ref, entries.subList(0, 20)).lastSequence());
        assertEquals(50, append(ref, entries.subList(20, 50)).lastSequence());
        assertEquals(50, append(ref, List.of()).lastSequence());
        List<Kept> all = allEntries(ref, 7);
        assertEquals(entries, all.stream().map(Kept::entry).toList());
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i + 1, all.get(i).sequence());
        }
        assertEquals(all.subList(48, 50), store.entries(ref, 48, 10).items());
        assertEquals(new Page<Kept>(List.of(), Optional.empty()), store.entries(ref, 50, 10));
        assertEquals(Optional.empty(), store.entries(ref, 40, 10).next());
    }

    @Test
    void a_receipt_keeps_its_promises() throws Exception {
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
        assertEquals(expected, store.open(Tenant.LOCAL, card.key(), StoreContract::neverAsked));
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
        List<Entry> all = allEntries(ref, 64).stream().map(Kept::entry).toList();
        Set<List<Entry>> found = new HashSet<>();
        for (int i = 0; i < all.size(); i += 5) {
            found.add(all.subList(i, i + 5));
        }
        assertEquals(new HashSet<>(batches), found);
    }

    @Test
    void sources_come_back_exactly() {
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
                    allEntries(ref, 5).stream().map(Kept::entry).toList());
            store.close();
            store = reopen(store);
        }
        assertEquals(Optional.empty(), store.source(ref, Hash.of("never kept")));
    }

    @Test
    void a_lease_waits_its_turn_and_gives_up() {
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
    void fences_grow_over_a_reopening() {
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
        assertEquals(new Store.State(0, Bytes.EMPTY), store.state(ref));
        try (Store.Lease lease = store.lease(ref, SOON)) {
            assertFalse(store.replaceState(lease, 1, Bytes.of("{}")));
            List<Boolean> won = inParallel(8, () -> store.replaceState(lease, 0, Bytes.of("{\"by\":1}")));
            assertEquals(1, Collections.frequency(won, true));
            long version = 1;
            for (Bytes nasty : SampleEntries.NASTY) {
                assertTrue(store.replaceState(lease, version++, nasty));
                assertEquals(new Store.State(version, nasty), store.state(ref));
            }
        }
        Store.State before = store.state(ref);
        store.close();
        store = reopen(store);
        assertEquals(before, store.state(ref));
    }

    @Test
    void another_tenant_sees_nothing() {
        SessionCard card = session("a");
        Bytes secret = Bytes.of("{\"secret\":1}");
        append(card.ref(), List.of(Entry.Source.of(secret)));
        try (Store.Lease lease = store.lease(card.ref(), SOON)) {
            store.replaceState(lease, 0, secret);
        }
        SessionRef foreign = new SessionRef(OTHER, card.ref().id());
        assertEquals(Optional.empty(), store.find(foreign));
        assertEquals(Optional.empty(), store.find(OTHER, card.key()));
        assertEquals(List.of(), store.sessions(OTHER, Optional.empty(), 10).items());
        assertEquals(List.of(), store.entries(foreign, 0, 10).items());
        assertEquals(Optional.empty(), store.source(foreign, secret.hash()));
        assertEquals(new Store.State(0, Bytes.EMPTY), store.state(foreign));
        assertCode("session_unknown", () -> store.lease(foreign, SOON));
        SessionCard own = store.open(OTHER, card.key(), () -> opening(ids));
        assertFalse(own.ref().id().equals(card.ref().id()));
        assertEquals(List.of(own), allSessions(OTHER, 10));
        assertEquals(Optional.empty(), store.source(own.ref(), secret.hash()));
    }

    @Test
    void a_store_that_was_opened_again_holds_equal_values() {
        List<SessionRef> refs = new ArrayList<>();
        List<List<Kept>> before = new ArrayList<>();
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
        store = new StoreModelCheck(seed, this::reopen).run(store, 300);
    }

    private SessionCard session(String key) {
        return store.open(Tenant.LOCAL, new SessionKey(key), () -> opening(ids));
    }

    private static Store.Opening opening(Ids ids) {
        return new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON);
    }

    private static Store.Opening neverAsked() {
        throw new AssertionError("the session exists and needs no opening");
    }

    private List<Entry> turnAt(Instant at) {
        Entry.TurnOpened turn = samples.opened();
        return List.of(new Entry.TurnOpened(
                turn.id(),
                at,
                turn.purpose(),
                turn.dialect(),
                turn.model(),
                turn.client(),
                turn.run(),
                turn.head(),
                turn.frame(),
                turn.leaf(),
                turn.items(),
                turn.fresh(),
                turn.tokens()));
    }

    private Receipt append(SessionRef ref, List<Entry> entries) {
        try (Store.Lease lease = store.lease(ref, SOON)) {
            return store.append(lease, entries);
        }
    }

    private List<Kept> allEntries(SessionRef ref, int limit) {
        return StoreModelCheck.allEntries(store, ref, limit);
    }

    private List<SessionCard> allSessions(Tenant tenant, int limit) {
        return StoreModelCheck.allSessions(store, tenant, limit);
    }

    private static void assertCode(String code, Executable call) {
        ProxyException thrown = assertThrows(ProxyException.class, call);
        assertEquals(code, thrown.code());
        assertEquals(ProxyException.Kind.STORE, thrown.kind());
    }

    private static <T> List<T> inParallel(int threads, Callable<T> task) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(Collections.nCopies(threads, task))) {
                results.add(future.get());
            }
            return results;
        }
    }
}
