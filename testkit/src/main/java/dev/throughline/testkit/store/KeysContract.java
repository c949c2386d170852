package dev.throughline.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Ids;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract for keys that are given to other sessions, and for sessions that are deleted. */
abstract class KeysContract extends SessionsContract {
    private static final SessionKey KEY = new SessionKey("agent:main:main");
    private static final Instant LATER = NOON.plusSeconds(60);

    @Test
    void a_key_has_the_history_of_its_one_session() {
        assertEquals(Optional.empty(), store.keyHistory(Tenant.LOCAL, KEY));
        SessionCard card = session(KEY.text());
        assertEquals(history(card), store.keyHistory(Tenant.LOCAL, KEY));
        assertEquals(Optional.empty(), store.keyHistory(OTHER, KEY));
        assertTrue(
                store.addKey(Tenant.LOCAL, new SessionKey("second"), card.ref().id()));
        assertEquals(history(card), store.keyHistory(Tenant.LOCAL, new SessionKey("second")));
    }

    @Test
    void a_replaced_session_stays_and_the_key_means_the_new_one_also_after_a_restart() {
        SessionCard first = session(KEY.text());
        append(first.ref(), turnAt(NOON));
        SessionCard before = store.find(first.ref()).orElseThrow();
        SessionCard second = replace(first, LATER);
        assertEquals(KEY, second.key());
        assertEquals(Optional.of(first.ref().id()), second.previous());
        for (int round = 0; round < 2; round++) {
            assertEquals(Optional.of(second), store.find(Tenant.LOCAL, KEY));
            assertEquals(second, store.open(Tenant.LOCAL, KEY, NEVER_ASKED));
            assertEquals(history(second, past(first, LATER)), store.keyHistory(Tenant.LOCAL, KEY));
            assertEquals(Optional.of(before), store.find(first.ref()));
            assertFalse(store.addKey(Tenant.LOCAL, KEY, first.ref().id()));
            reopenStore();
        }
    }

    @Test
    void the_origin_of_a_session_is_kept() {
        ChatOrigin origin =
                new ChatOrigin(ChatType.DM, Map.of(OriginField.CHANNEL, "discord", OriginField.PEER, "123 \"ü\""));
        SessionId id = new Ids(random).session(NOON);
        Store.Opening opening =
                new Store.Opening(id, Optional.empty(), "test", NOON, Optional.of(origin), Optional.empty());
        SessionCard card = store.open(Tenant.LOCAL, KEY, () -> opening);
        assertEquals(Optional.of(origin), card.origin());
        reopenStore();
        assertEquals(Optional.of(card), store.find(card.ref()));
    }

    @Test
    void all_people_who_took_part_in_a_session_are_kept() {
        SessionCard card = session(KEY.text());
        List<ChatOrigin> people = Stream.of("1", "2", "3")
                .map(peer -> new ChatOrigin(ChatType.DM, Map.of(OriginField.PEER, peer)))
                .toList();
        append(
                card.ref(),
                people.stream()
                        .map(each -> (Entry) new Entry.OriginNamed(NOON, each))
                        .toList());
        for (int round = 0; round < 2; round++) {
            SessionCard known = store.find(card.ref()).orElseThrow();
            assertEquals(List.of(people.get(2), people.get(0), people.get(1)), known.origins());
            reopenStore();
        }
    }

    @Test
    void a_key_that_changed_meanwhile_is_not_replaced() {
        SessionCard first = session(KEY.text());
        SessionCard second = replace(first, LATER);
        assertEquals(second, replace(first, LATER));
        assertEquals(history(second, past(first, LATER)), store.keyHistory(Tenant.LOCAL, KEY));
        assertFalse(repoint(first, first));
        assertEquals(2, allSessions(Tenant.LOCAL, 10).size());
    }

    @Test
    void a_free_key_is_given_to_the_session_that_should_replace_another() {
        SessionCard gone = session(KEY.text());
        assertTrue(store.delete(gone.ref(), SOON));
        SessionCard fresh = replace(gone, LATER);
        assertEquals(history(fresh), store.keyHistory(Tenant.LOCAL, KEY));
    }

    @Test
    void of_many_replacements_at_once_one_takes_place() throws Exception {
        SessionCard first = session(KEY.text());
        CyclicBarrier together = new CyclicBarrier(8);
        List<SessionCard> winners = inParallel(8, () -> {
            together.await();
            return store.replace(Tenant.LOCAL, KEY, first.ref().id(), opening(new Ids(new Random())));
        });
        assertEquals(1, new HashSet<>(winners).size());
        assertEquals(2, allSessions(Tenant.LOCAL, 10).size());
        assertEquals(history(winners.getFirst(), past(first, NOON)), store.keyHistory(Tenant.LOCAL, KEY));
    }

    @Test
    void a_key_is_given_back_to_a_session_that_had_it() {
        SessionCard first = session(KEY.text());
        SessionCard second = replace(first, LATER);
        Instant undone = LATER.plusSeconds(60);
        assertTrue(
                store.repoint(Tenant.LOCAL, KEY, second.ref().id(), first.ref().id(), undone));
        reopenStore();
        assertEquals(Optional.of(first), store.find(Tenant.LOCAL, KEY));
        assertEquals(history(first, past(first, LATER), past(second, undone)), store.keyHistory(Tenant.LOCAL, KEY));
        assertFalse(repoint(second, second), "the key had changed");
        assertFalse(
                store.repoint(Tenant.LOCAL, KEY, first.ref().id(), new Ids(random).session(NOON), NOON),
                "no such session");
        assertTrue(repoint(first, first), "it is there already");
        assertEquals(2, store.keyHistory(Tenant.LOCAL, KEY).orElseThrow().past().size());
    }

    @Test
    void a_key_remembers_a_limited_number_of_sessions() {
        SessionCard current = session(KEY.text());
        List<PastSession> past = new ArrayList<>();
        for (int i = 0; i < KeyHistory.MAX_PAST + 3; i++) {
            Instant at = NOON.plusSeconds(i);
            past.add(past(current, at));
            current = replace(current, at);
        }
        reopenStore();
        assertEquals(
                Optional.of(new KeyHistory(current.ref().id(), past.subList(3, past.size()))),
                store.keyHistory(Tenant.LOCAL, KEY));
    }

    @Test
    void a_deleted_session_is_unknown_also_after_a_restart() {
        SessionCard other = session("other");
        append(other.ref(), samples.some(5));
        List<?> kept = allEntries(other.ref(), 10);
        SessionCard card = session(KEY.text());
        SessionRef ref = card.ref();
        Bytes secret = Bytes.of("{\"secret\":1}");
        append(ref, List.of(Entry.Source.of(secret)));
        append(ref, samples.some(20));
        try (Store.Lease lease = store.lease(ref, SOON)) {
            assertTrue(store.replaceState(lease, 0, secret));
        }
        store.notes().write(ref, NoteKind.TODO, "secret");
        assertTrue(store.delete(ref, SOON));
        for (int round = 0; round < 2; round++) {
            assertFalse(store.delete(ref, SOON));
            assertEquals(Optional.empty(), store.find(ref));
            assertEquals(Optional.empty(), store.find(Tenant.LOCAL, KEY));
            assertEquals(Optional.empty(), store.keyHistory(Tenant.LOCAL, KEY));
            assertEquals(
                    List.of(other.ref()),
                    allSessions(Tenant.LOCAL, 10).stream().map(SessionCard::ref).toList());
            assertEquals(0, store.lastSequence(ref));
            assertEquals(List.of(), store.entries(ref, 0, 10).items());
            assertEquals(Optional.empty(), store.source(ref, secret.hash()));
            assertEquals(new Store.StateDocument(0, Bytes.EMPTY), store.state(ref));
            assertEquals(Optional.empty(), store.notes().read(ref, NoteKind.TODO));
            assertCode("session_unknown", () -> store.notes().write(ref, NoteKind.SUMMARY, "late"));
            assertEquals(Optional.empty(), store.notes().read(ref, NoteKind.SUMMARY));
            assertCode("session_unknown", () -> store.lease(ref, SOON));
            assertFalse(store.addKey(Tenant.LOCAL, new SessionKey("alias"), ref.id()));
            assertEquals(kept, allEntries(other.ref(), 10));
            reopenStore();
        }
    }

    @Test
    void another_session_can_be_opened_under_the_key_and_the_id_of_a_deleted_one() {
        SessionCard card = session(KEY.text());
        append(card.ref(), samples.some(7));
        assertTrue(store.delete(card.ref(), SOON));
        Store.Opening again = new Store.Opening(card.ref().id(), Optional.empty(), "test", NOON);
        assertEquals(card, store.open(Tenant.LOCAL, KEY, () -> again));
        List<Entry> entries = samples.some(3);
        assertEquals(3, append(card.ref(), entries).lastSequence());
        for (int round = 0; round < 2; round++) {
            assertEquals(
                    entries,
                    allEntries(card.ref(), 10).stream()
                            .map(each -> each.entry())
                            .toList());
            assertEquals(Optional.of(card.ref()), store.find(Tenant.LOCAL, KEY).map(SessionCard::ref));
            reopenStore();
        }
    }

    @Test
    void a_session_with_a_lease_is_not_deleted() {
        SessionRef ref = session(KEY.text()).ref();
        try (Store.Lease lease = store.lease(ref, SOON)) {
            assertCode("session_busy", () -> store.delete(ref, Duration.ofMillis(20)));
            store.append(lease, samples.some(1));
        }
        Store.Lease ended = store.lease(ref, SOON);
        ended.close();
        assertTrue(store.delete(ref, SOON));
        assertCode("lease_lost", () -> store.append(ended, samples.some(1)));
    }

    @Test
    void a_session_that_does_not_meet_the_condition_is_not_deleted() {
        SessionCard card = session(KEY.text());
        append(card.ref(), samples.some(3));
        SessionCard changed = store.find(card.ref()).orElseThrow();
        assertFalse(store.delete(card.ref(), current -> !current.equals(changed), SOON));
        assertEquals(Optional.of(changed), store.find(card.ref()));
        assertTrue(store.delete(card.ref(), changed::equals, SOON));
        assertEquals(Optional.empty(), store.find(card.ref()));
    }

    @Test
    void of_many_deletions_at_once_one_takes_place() throws Exception {
        SessionRef ref = session(KEY.text()).ref();
        CyclicBarrier together = new CyclicBarrier(8);
        List<Boolean> deleted = inParallel(8, () -> {
            together.await();
            return store.delete(ref, SOON);
        });
        assertEquals(1, deleted.stream().filter(each -> each).count());
    }

    @Test
    void a_key_of_a_deleted_session_belongs_to_its_newest_former_session_or_is_free() {
        SessionCard first = session(KEY.text());
        SessionCard second = replace(first, LATER);
        SessionCard third = replace(second, LATER);
        SessionKey alias = new SessionKey("alias");
        assertTrue(store.addKey(Tenant.LOCAL, alias, third.ref().id()));
        assertTrue(store.delete(second.ref(), SOON));
        assertEquals(history(third, past(first, LATER)), store.keyHistory(Tenant.LOCAL, KEY));
        assertTrue(store.delete(third.ref(), SOON));
        for (int round = 0; round < 2; round++) {
            assertEquals(history(first), store.keyHistory(Tenant.LOCAL, KEY));
            assertEquals(Optional.empty(), store.keyHistory(Tenant.LOCAL, alias));
            reopenStore();
        }
        assertTrue(store.delete(first.ref(), SOON));
        assertEquals(Optional.empty(), store.keyHistory(Tenant.LOCAL, KEY));
        SessionCard fresh = session(KEY.text());
        for (int round = 0; round < 2; round++) {
            assertEquals(history(fresh), store.keyHistory(Tenant.LOCAL, KEY));
            reopenStore();
        }
    }

    @Test
    void a_freed_key_does_not_fall_to_an_older_session_with_that_key() {
        SessionCard first = session(KEY.text());
        SessionCard other = session("other");
        assertTrue(
                store.repoint(Tenant.LOCAL, KEY, first.ref().id(), other.ref().id(), LATER));
        assertTrue(store.delete(first.ref(), SOON));
        assertTrue(store.delete(other.ref(), SOON));
        assertEquals(Optional.empty(), store.keyHistory(Tenant.LOCAL, KEY));
        SessionCard fresh = session(KEY.text());
        reopenStore();
        assertEquals(history(fresh), store.keyHistory(Tenant.LOCAL, KEY));
    }

    @Test
    void a_deletion_between_two_uses_of_a_key_leaves_no_repetition() {
        SessionCard first = session(KEY.text());
        SessionCard second = replace(first, LATER);
        assertTrue(
                store.repoint(Tenant.LOCAL, KEY, second.ref().id(), first.ref().id(), LATER));
        assertTrue(store.delete(second.ref(), SOON));
        KeyHistory returned = new KeyHistory(first.ref().id(), List.of(), Optional.of(LATER));
        for (int round = 0; round < 2; round++) {
            assertEquals(Optional.of(returned), store.keyHistory(Tenant.LOCAL, KEY), "it has the key since then");
            reopenStore();
        }
    }

    @Test
    void only_a_deleted_session_of_the_same_tenant_is_deleted() {
        SessionCard card = session(KEY.text());
        assertFalse(store.delete(new SessionRef(OTHER, card.ref().id()), SOON));
        assertEquals(Optional.of(card), store.find(card.ref()));
    }

    @Test
    void old_and_surplus_sessions_are_prunable_with_their_sub_agents() {
        List<SessionRef> refs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            refs.add(session("key " + i).ref());
            append(refs.get(i), turnAt(NOON.plusSeconds(i)));
        }
        SessionRef child = child(refs.get(1));
        append(child, turnAt(NOON.plusSeconds(1)));
        SessionRef active = child(refs.get(0));
        append(active, turnAt(NOON.plusSeconds(100)));
        assertEquals(List.of(), prunable(Optional.empty(), OptionalInt.empty(), 10));
        assertEquals(List.of(), prunable(Optional.of(NOON), OptionalInt.empty(), 10));
        assertEquals(
                List.of(child, refs.get(1), refs.get(2)),
                prunable(Optional.of(NOON.plusSeconds(3)), OptionalInt.empty(), 10));
        assertEquals(List.of(child, refs.get(1)), prunable(Optional.empty(), OptionalInt.of(4), 10));
        assertEquals(
                List.of(child, refs.get(1), refs.get(2), refs.get(3)),
                prunable(Optional.of(NOON.plusSeconds(2)), OptionalInt.of(2), 10));
        assertEquals(List.of(child), prunable(Optional.empty(), OptionalInt.of(0), 1));
        assertEquals(7, prunable(Optional.empty(), OptionalInt.of(0), 10).size());
        assertEquals(List.of(), store.prunable(OTHER, new Store.Pruning(Optional.empty(), OptionalInt.of(0)), 10));
        assertThrows(IllegalArgumentException.class, () -> prunable(Optional.empty(), OptionalInt.of(0), 0));
    }

    private SessionRef child(SessionRef parent) {
        SessionId id = new Ids(random).session(NOON);
        Store.Opening opening = new Store.Opening(id, Optional.of(parent.id()), "test", NOON);
        return store.open(Tenant.LOCAL, new SessionKey("child " + id), () -> opening)
                .ref();
    }

    private List<SessionRef> prunable(Optional<Instant> before, OptionalInt keep, int limit) {
        return store.prunable(Tenant.LOCAL, new Store.Pruning(before, keep), limit).stream()
                .map(SessionCard::ref)
                .toList();
    }

    private SessionCard replace(SessionCard card, Instant at) {
        Store.Opening opening = new Store.Opening(
                new Ids(random).session(at),
                Optional.empty(),
                "test",
                at,
                Optional.empty(),
                Optional.of(card.ref().id()));
        return store.replace(Tenant.LOCAL, KEY, card.ref().id(), opening);
    }

    private boolean repoint(SessionCard expected, SessionCard to) {
        return store.repoint(Tenant.LOCAL, KEY, expected.ref().id(), to.ref().id(), LATER);
    }

    private static Optional<KeyHistory> history(SessionCard card, PastSession... past) {
        return Optional.of(new KeyHistory(card.ref().id(), List.of(past)));
    }

    private static PastSession past(SessionCard card, Instant until) {
        return new PastSession(card.ref().id(), until);
    }

    private void reopenStore() {
        store.close();
        store = reopen(store);
    }
}
