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
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Bytes;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The contract for sessions: a store opens each once, finds and lists them, and separates the tenants. */
abstract class SessionsContract {
    protected static final Duration SOON = Duration.ofSeconds(30);
    static final Tenant OTHER = new Tenant("other");
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    static final Supplier<Store.Opening> NEVER_ASKED = () -> {
        throw new AssertionError("the session exists and needs no opening");
    };

    final Random random = new Random(7);
    private final Ids ids = new Ids(random);
    final SampleEntries samples = new SampleEntries(random);
    Store store;

    /** Set by {@link #openStore}. */
    @SuppressWarnings("NullAway.Init") // JUnit calls openStore before every test.
    SessionsContract() {}

    /** An empty store. */
    protected abstract Store open();

    /** Opens the data of a closed store again. */
    protected abstract Store reopen(Store closed);

    /** An empty store that is known to be correct, for comparison. */
    protected abstract Store model();

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void a_note_is_replaced_and_removed_and_outlives_the_store() {
        SessionRef ref = session("noted").ref();
        SessionRef other = session("not noted").ref();
        store.notes().write(ref, NoteKind.TODO, "first");
        store.notes().write(ref, NoteKind.TODO, "second");
        store.notes().write(ref, NoteKind.PINNED, "gone");
        store.notes().write(ref, NoteKind.PINNED, "");
        store.close();
        store = reopen(store);
        assertEquals(Optional.of("second"), store.notes().read(ref, NoteKind.TODO));
        assertEquals(Optional.empty(), store.notes().read(ref, NoteKind.PINNED));
        assertEquals(Optional.empty(), store.notes().read(other, NoteKind.TODO));
    }

    @Test
    void a_note_that_is_set_aside_is_gone_and_can_be_written_again() {
        SessionRef ref = session("noted").ref();
        store.notes().write(ref, NoteKind.INDEX, "{");
        store.notes().setAside(ref, NoteKind.INDEX, "it is not JSON");
        assertEquals(Optional.empty(), store.notes().read(ref, NoteKind.INDEX));
        store.notes().write(ref, NoteKind.INDEX, "{}");
        assertEquals(Optional.of("{}"), store.notes().read(ref, NoteKind.INDEX));
    }

    @Test
    void a_key_opens_one_session_and_finds_it_again() {
        SessionCard card = session("a key");
        assertEquals(SessionCard.opened(card.ref(), card.key(), Optional.empty(), "test", NOON), card);
        assertEquals(card, store.open(Tenant.LOCAL, card.key(), NEVER_ASKED));
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
        assertTrue(store.addKey(Tenant.LOCAL, second, card.ref().id()));
        assertEquals(Optional.of(card), store.find(Tenant.LOCAL, second));
        assertEquals(card, store.open(Tenant.LOCAL, second, NEVER_ASKED));
        assertFalse(store.addKey(Tenant.LOCAL, card.key(), card.ref().id()), "a key that means a session keeps it");
        assertFalse(store.addKey(OTHER, new SessionKey("stolen"), card.ref().id()), "another tenant's session");
        store.close();
        store = reopen(store);
        assertEquals(Optional.of(card), store.find(Tenant.LOCAL, second));
    }

    @Test
    void a_key_cannot_point_to_a_session_that_does_not_exist() {
        SessionKey key = new SessionKey("lost");
        assertFalse(store.addKey(Tenant.LOCAL, key, ids.session(NOON)));
        assertEquals(Optional.empty(), store.find(Tenant.LOCAL, key));
    }

    @Test
    void an_id_in_use_cannot_open_another_session() {
        SessionCard card = session("first");
        Store.Opening same = new Store.Opening(card.ref().id(), Optional.empty(), "test", NOON);
        assertThrows(IllegalStateException.class, () -> store.open(Tenant.LOCAL, new SessionKey("second"), () -> same));
        assertEquals(List.of(card), allSessions(Tenant.LOCAL, 10));
    }

    @Test
    void a_note_that_is_too_large_is_refused_and_the_old_one_stays() {
        SessionRef ref = session("noted").ref();
        store.notes().write(ref, NoteKind.TODO, "é".repeat(StateNotes.MAX_BYTES / 2));
        ProxyException thrown = assertThrows(
                ProxyException.class,
                () -> store.notes().write(ref, NoteKind.TODO, "x".repeat(StateNotes.MAX_BYTES + 1)));
        assertEquals(ProxyException.Kind.CALLER, thrown.kind());
        assertEquals(
                Optional.of("é".repeat(StateNotes.MAX_BYTES / 2)), store.notes().read(ref, NoteKind.TODO));
    }

    @Test
    void a_cursor_that_no_page_returned_is_refused() {
        session("a");
        for (String cursor : List.of("", "nonsense", "7", "🙂")) {
            ProxyException thrown = assertThrows(
                    ProxyException.class, () -> store.sessions(Tenant.LOCAL, Optional.of(cursor), 10), cursor);
            assertEquals("cursor_unreadable", thrown.code());
            assertEquals(ProxyException.Kind.CALLER, thrown.kind());
        }
        assertThrows(IllegalArgumentException.class, () -> store.sessions(Tenant.LOCAL, Optional.empty(), 0));
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
        List<SessionRef> found =
                allSessions(Tenant.LOCAL, 3).stream().map(SessionCard::ref).toList();
        assertEquals(refs, found);
        append(refs.getLast(), turnAt(NOON.plusSeconds(99)));
        assertEquals(
                refs.getLast(),
                store.sessions(Tenant.LOCAL, Optional.empty(), 1)
                        .items()
                        .getFirst()
                        .ref());
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
            StorePage<SessionCard> page = store.sessions(Tenant.LOCAL, next, 3);
            page.items().forEach(card -> seen.add(card.ref()));
            next = page.next();
            append(moving.get(step % moving.size()), turnAt(NOON.plusSeconds(++step)));
        } while (next.isPresent());
        assertEquals(seen.size(), new HashSet<>(seen).size(), "a session was shown twice");
        assertTrue(seen.containsAll(still), "a session that did not change was skipped");
    }

    @Test
    void another_tenant_sees_nothing() {
        SessionCard card = session("a");
        Bytes secret = Bytes.of("{\"secret\":1}");
        append(card.ref(), List.of(Entry.Source.of(secret)));
        try (Store.Lease lease = store.lease(card.ref(), SOON)) {
            store.replaceState(lease, 0, secret);
        }
        store.notes().write(card.ref(), NoteKind.PINNED, "secret");
        SessionRef foreign = new SessionRef(OTHER, card.ref().id());
        assertEquals(Optional.empty(), store.notes().read(foreign, NoteKind.PINNED));
        assertEquals(Optional.empty(), store.find(foreign));
        assertEquals(Optional.empty(), store.find(OTHER, card.key()));
        assertEquals(List.of(), store.sessions(OTHER, Optional.empty(), 10).items());
        assertEquals(0, store.lastSequence(foreign));
        assertEquals(List.of(), store.entries(foreign, 0, 10).items());
        assertEquals(Optional.empty(), store.source(foreign, secret.hash()));
        assertEquals(new Store.StateDocument(0, Bytes.EMPTY), store.state(foreign));
        assertCode("session_unknown", () -> store.lease(foreign, SOON));
        SessionCard own = store.open(OTHER, card.key(), () -> opening(ids));
        assertFalse(own.ref().id().equals(card.ref().id()));
        assertEquals(List.of(own), allSessions(OTHER, 10));
        assertEquals(Optional.empty(), store.source(own.ref(), secret.hash()));
    }

    SessionCard session(String key) {
        return store.open(Tenant.LOCAL, new SessionKey(key), () -> opening(ids));
    }

    static Store.Opening opening(Ids ids) {
        return new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON);
    }

    List<Entry> turnAt(Instant at) {
        Entry.TurnOpened turn = samples.opened();
        return List.of(turn(at, turn.purpose(), turn.userMessages()));
    }

    Entry.TurnOpened turn(Instant at, Purpose purpose, int userMessages) {
        Entry.TurnOpened turn = samples.opened();
        return new Entry.TurnOpened(
                turn.id(),
                at,
                purpose,
                turn.dialect(),
                turn.model(),
                turn.client(),
                turn.run(),
                turn.head(),
                turn.frame(),
                turn.leaf(),
                turn.items(),
                turn.fresh(),
                turn.tokens(),
                userMessages);
    }

    Receipt append(SessionRef ref, List<Entry> entries) {
        try (Store.Lease lease = store.lease(ref, SOON)) {
            return store.append(lease, entries);
        }
    }

    List<ArchivedEntry> allEntries(SessionRef ref, int limit) {
        return StoreModelCheck.allEntries(store, ref, limit);
    }

    List<SessionCard> allSessions(Tenant tenant, int limit) {
        return StoreModelCheck.allSessions(store, tenant, limit);
    }

    static void assertCode(String code, Executable call) {
        ProxyException thrown = assertThrows(ProxyException.class, call);
        assertEquals(code, thrown.code());
        assertEquals(ProxyException.Kind.STORE, thrown.kind());
    }

    static <T> List<T> inParallel(int threads, Callable<T> task) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(Collections.nCopies(threads, task))) {
                results.add(future.get());
            }
            return results;
        }
    }
}
