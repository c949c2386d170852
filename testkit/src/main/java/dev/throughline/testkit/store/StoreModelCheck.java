package dev.throughline.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Runs the same random operations on a store and on one that is known to be correct, and compares the results. */
final class StoreModelCheck {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final List<Tenant> TENANTS = List.of(Tenant.LOCAL, new Tenant("other"), new Tenant("a_b-3"));

    private final long seed;
    private final Random random;
    private final SampleEntries samples;
    private final Ids ids;
    private final UnaryOperator<Store> reopen;
    private final List<SessionRef> refs = new ArrayList<>();
    private final List<SessionRef> gone = new ArrayList<>();
    private final List<Hash> sources = new ArrayList<>();
    private final Store model;
    private final NaiveKeys naive = new NaiveKeys(this::exists);

    StoreModelCheck(long seed, Store model, UnaryOperator<Store> reopen) {
        this.seed = seed;
        this.model = model;
        this.reopen = reopen;
        random = new Random(seed);
        samples = new SampleEntries(random);
        ids = new Ids(random);
    }

    /** Runs the operations and returns the store, which may have been reopened. */
    Store run(Store opened, int steps) {
        System.out.println("random operations with seed " + seed);
        Store store = opened;
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(refs.isEmpty() ? 1 : 17)) {
                case 0, 1 -> open(store);
                case 2, 3, 4, 5 -> append(store);
                case 6 -> replaceState(store);
                case 7 -> compareSource(store);
                case 8 -> compareEntries(store);
                case 9 -> compareSessions(store);
                case 10 -> compareCard(store);
                case 11 -> replace(store);
                case 12 -> repoint(store);
                case 13 -> delete(store);
                case 14 -> compareKey(store);
                case 15 -> comparePrunable(store);
                default -> {
                    store.close();
                    store = reopen.apply(store);
                }
            }
        }
        for (Tenant tenant : TENANTS) {
            assertEquals(allSessions(model, tenant, 7), allSessions(store, tenant, 7), "seed " + seed);
        }
        for (SessionRef ref : refs) {
            assertEquals(allEntries(model, ref, 1000), allEntries(store, ref, 13), "seed " + seed);
        }
        for (SessionRef ref : gone) {
            assertEquals(Optional.empty(), store.find(ref), "seed " + seed);
            assertEquals(List.of(), allEntries(store, ref, 13), "seed " + seed);
        }
        return store;
    }

    private boolean exists(SessionId session) {
        return refs.stream().anyMatch(ref -> ref.id().equals(session));
    }

    private void open(Store store) {
        Tenant tenant = TENANTS.get(random.nextInt(TENANTS.size()));
        SessionKey key = anyKey();
        Optional<SessionId> parent = refs.stream()
                .filter(ref -> ref.tenant().equals(tenant) && random.nextInt(4) == 0)
                .map(SessionRef::id)
                .findFirst();
        Store.Opening opening = new Store.Opening(ids.session(samples.time()), parent, samples.word(), samples.time());
        SessionCard card = model.open(tenant, key, () -> opening);
        assertEquals(card, store.open(tenant, key, () -> opening), "seed " + seed);
        noteKey(card, key, opening.at());
    }

    private void replace(Store store) {
        Tenant tenant = TENANTS.get(random.nextInt(TENANTS.size()));
        SessionKey key = anyKey();
        SessionId expected = expected(tenant, key);
        Store.Opening opening =
                new Store.Opening(ids.session(samples.time()), Optional.empty(), samples.word(), samples.time());
        SessionCard card = model.replace(tenant, key, expected, opening);
        assertEquals(card, store.replace(tenant, key, expected, opening), "seed " + seed);
        noteKey(card, key, opening.at());
    }

    private void noteKey(SessionCard card, SessionKey key, Instant at) {
        if (!refs.contains(card.ref())) {
            refs.add(card.ref());
        }
        naive.given(card.ref().tenant(), key, card.ref().id(), at);
    }

    private void repoint(Store store) {
        SessionRef ref = anySession();
        SessionKey key = anyKey();
        SessionId expected = expected(ref.tenant(), key);
        boolean isGiven = model.repoint(ref.tenant(), key, expected, ref.id(), SessionsContract.NOON);
        assertEquals(
                isGiven, store.repoint(ref.tenant(), key, expected, ref.id(), SessionsContract.NOON), "seed " + seed);
        if (isGiven) {
            naive.given(ref.tenant(), key, ref.id(), SessionsContract.NOON);
        }
    }

    /** The session that a key has, or sometimes another one. */
    private SessionId expected(Tenant tenant, SessionKey key) {
        return model.keyHistory(tenant, key)
                .filter(_ -> random.nextInt(4) > 0)
                .map(Store.KeyHistory::session)
                .orElse(anySession().id());
    }

    private void delete(Store store) {
        SessionRef ref = anySession();
        assertEquals(model.delete(ref, SOON), store.delete(ref, SOON), "seed " + seed);
        refs.remove(ref);
        gone.add(ref);
    }

    private void compareKey(Store store) {
        for (Tenant tenant : TENANTS) {
            SessionKey key = anyKey();
            assertEquals(model.keyHistory(tenant, key), store.keyHistory(tenant, key), "seed " + seed);
            assertTrue(naive.isHistory(tenant, key, store.keyHistory(tenant, key)), "seed " + seed);
            assertEquals(model.find(tenant, key), store.find(tenant, key), "seed " + seed);
        }
    }

    private void comparePrunable(Store store) {
        Tenant tenant = TENANTS.get(random.nextInt(TENANTS.size()));
        Optional<Instant> before = random.nextBoolean() ? Optional.of(samples.time()) : Optional.empty();
        OptionalInt keep = random.nextBoolean() ? OptionalInt.of(random.nextInt(20)) : OptionalInt.empty();
        Store.Pruning pruning = new Store.Pruning(before, keep);
        int limit = 1 + random.nextInt(20);
        List<SessionCard> all = allSessions(model, tenant, 1000);
        List<SessionCard> found = store.prunable(tenant, pruning, 1000);
        assertTrue(new NaivePruning(all).isSelection(pruning, found), "seed " + seed);
        assertEquals(
                found.subList(0, Math.min(limit, found.size())),
                store.prunable(tenant, pruning, limit),
                "seed " + seed);
    }

    private SessionKey anyKey() {
        return new SessionKey("key " + random.nextInt(10));
    }

    private void append(Store store) {
        SessionRef ref = anySession();
        List<Entry> entries = samples.some(random.nextInt(12));
        for (Entry entry : entries) {
            if (entry instanceof Entry.Source source) {
                sources.add(source.id());
            }
        }
        assertEquals(append(model, ref, entries), append(store, ref, entries), "seed " + seed);
    }

    private static List<Long> append(Store to, SessionRef ref, List<Entry> entries) {
        try (Store.Lease lease = to.lease(ref, SOON)) {
            return List.of(lease.lastSequence(), to.append(lease, entries).lastSequence());
        }
    }

    private void replaceState(Store store) {
        SessionRef ref = anySession();
        long version = model.state(ref).version() + (random.nextInt(4) == 0 ? 1 : 0);
        Bytes document = samples.bytes();
        assertEquals(replaceState(model, ref, version, document), replaceState(store, ref, version, document));
        assertEquals(model.state(ref), store.state(ref), "seed " + seed);
    }

    private static boolean replaceState(Store in, SessionRef ref, long version, Bytes document) {
        try (Store.Lease lease = in.lease(ref, SOON)) {
            return in.replaceState(lease, version, document);
        }
    }

    private void compareSource(Store store) {
        Hash id = sources.isEmpty() ? samples.hash() : sources.get(random.nextInt(sources.size()));
        SessionRef ref = anySession();
        assertEquals(model.source(ref, id), store.source(ref, id), "seed " + seed);
    }

    private void compareEntries(Store store) {
        SessionRef ref = anySession();
        int after = random.nextInt(60);
        int limit = 1 + random.nextInt(20);
        assertEquals(model.entries(ref, after, limit), store.entries(ref, after, limit), "seed " + seed);
    }

    private void compareSessions(Store store) {
        Tenant tenant = TENANTS.get(random.nextInt(TENANTS.size()));
        int limit = 1 + random.nextInt(5);
        assertEquals(allSessions(model, tenant, limit), allSessions(store, tenant, limit), "seed " + seed);
    }

    private void compareCard(Store store) {
        SessionRef ref = anySession();
        SessionRef foreign = new SessionRef(TENANTS.get(random.nextInt(TENANTS.size())), ref.id());
        assertEquals(model.find(ref), store.find(ref), "seed " + seed);
        assertEquals(model.find(foreign), store.find(foreign), "seed " + seed);
    }

    private SessionRef anySession() {
        return refs.get(random.nextInt(refs.size()));
    }

    static List<ArchivedEntry> allEntries(Store store, SessionRef ref, int limit) {
        List<ArchivedEntry> all = new ArrayList<>();
        StorePage<ArchivedEntry> page = store.entries(ref, 0, limit);
        all.addAll(page.items());
        while (page.next().isPresent()) {
            page = store.entries(ref, Long.parseLong(page.next().get()), limit);
            all.addAll(page.items());
        }
        return all;
    }

    static List<SessionCard> allSessions(Store store, Tenant tenant, int limit) {
        List<SessionCard> all = new ArrayList<>();
        StorePage<SessionCard> page = store.sessions(tenant, Optional.empty(), limit);
        all.addAll(page.items());
        while (page.next().isPresent()) {
            page = store.sessions(tenant, page.next(), limit);
            all.addAll(page.items());
        }
        return all;
    }
}
