package dev.throughline.testkit.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract for keys that are changed while their sessions are deleted. */
abstract class KeyRacesContract extends KeysContract {
    private static final int ROUNDS = 30;
    private static final SessionKey KEY = new SessionKey("agent:main:main");

    @Test
    void a_session_that_is_opened_while_the_one_before_is_deleted_keeps_the_key() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            SessionCard old = session("key " + round);
            store.addKey(Tenant.LOCAL, KEY, old.ref().id());
            SessionCard opened =
                    whileDeleting(old.ref(), () -> store.open(Tenant.LOCAL, KEY, () -> opening(new Ids(new Random()))));
            assertKeyHas(opened.ref().equals(old.ref()) ? Optional.empty() : Optional.of(opened.ref()), round);
            store.find(Tenant.LOCAL, KEY).ifPresent(card -> store.delete(card.ref(), SOON));
        }
    }

    @Test
    void a_session_that_replaces_another_while_that_is_deleted_keeps_the_key() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            SessionCard old = session(KEY.text());
            SessionCard fresh = whileDeleting(
                    old.ref(), () -> store.replace(Tenant.LOCAL, KEY, old.ref().id(), opening(new Ids(new Random()))));
            assertKeyHas(Optional.of(fresh.ref()), round);
        }
    }

    @Test
    void a_key_that_is_given_away_while_its_session_is_deleted_is_free_or_belongs_to_the_other_session()
            throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            SessionCard other = session("key " + round);
            SessionCard old = session(KEY.text());
            boolean isGiven = whileDeleting(
                    old.ref(),
                    () -> store.repoint(
                            Tenant.LOCAL, KEY, old.ref().id(), other.ref().id(), NOON));
            assertKeyHas(isGiven ? Optional.of(other.ref()) : Optional.empty(), round);
            store.delete(other.ref(), SOON);
        }
    }

    @Test
    void a_key_that_is_given_to_a_session_while_that_is_deleted_stays_where_it_was() throws Exception {
        SessionCard old = session(KEY.text());
        for (int round = 0; round < ROUNDS; round++) {
            SessionCard gone = session("key " + round);
            boolean _ = whileDeleting(
                    gone.ref(),
                    () -> store.repoint(
                            Tenant.LOCAL, KEY, old.ref().id(), gone.ref().id(), NOON));
            assertKeyHas(Optional.of(old.ref()), round);
        }
    }

    /** Does something with a key and deletes a session, both at once. */
    private <T> T whileDeleting(SessionRef deleted, Callable<T> work) throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            Future<Boolean> deletion = executor.submit(() -> {
                together.await(SOON.toSeconds(), TimeUnit.SECONDS);
                return store.delete(deleted, SOON);
            });
            Future<T> result = executor.submit(() -> {
                together.await(SOON.toSeconds(), TimeUnit.SECONDS);
                return work.call();
            });
            assertEquals(true, deletion.get());
            return result.get();
        }
    }

    private void assertKeyHas(Optional<SessionRef> session, int round) {
        String message = "round " + round;
        assertEquals(session, store.find(Tenant.LOCAL, KEY).map(SessionCard::ref), message);
        Optional<Store.KeyHistory> history = store.keyHistory(Tenant.LOCAL, KEY);
        assertEquals(session.map(SessionRef::id), history.map(Store.KeyHistory::session), message);
        if (round == ROUNDS - 1) {
            store.close();
            store = reopen(store);
            assertEquals(history, store.keyHistory(Tenant.LOCAL, KEY), "after a restart");
        }
    }
}
