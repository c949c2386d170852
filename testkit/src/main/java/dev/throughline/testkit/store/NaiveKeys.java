package dev.throughline.testkit.store;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The sessions of keys as a list of everything that ever happened, without the code of the product. */
final class NaiveKeys {
    private record Key(Tenant tenant, SessionKey key) {}

    /** The sessions that each key ever had, oldest first; the last one has it now, or had it when it was deleted. */
    private final Map<Key, List<PastSession>> owners = new HashMap<>();

    private final Predicate<SessionId> exists;

    NaiveKeys(Predicate<SessionId> exists) {
        this.exists = exists;
    }

    /** A key has a session now. */
    void given(Tenant tenant, SessionKey key, SessionId session, Instant at) {
        List<PastSession> list = owners.computeIfAbsent(new Key(tenant, key), _ -> new ArrayList<>());
        Optional<SessionId> before =
                sessions(list).stream().reduce((_, last) -> last).map(PastSession::session);
        if (!before.equals(Optional.of(session))) {
            before.ifPresent(last -> list.add(new PastSession(last, at)));
            list.add(new PastSession(session, Instant.MAX));
        }
    }

    /** The sessions that still exist, without repetitions; until when the last one has the key does not count. */
    private List<PastSession> sessions(List<PastSession> list) {
        List<PastSession> left = new ArrayList<>();
        for (PastSession owner : list) {
            if (exists.test(owner.session())) {
                if (!left.isEmpty() && left.getLast().session().equals(owner.session())) {
                    left.removeLast();
                }
                left.add(owner);
            }
        }
        return left;
    }

    /** Whether a history is that of the key, except for the time since when it has its session. */
    boolean isHistory(Tenant tenant, SessionKey key, Optional<Store.KeyHistory> history) {
        List<PastSession> expected = sessions(owners.getOrDefault(new Key(tenant, key), List.of()));
        if (expected.isEmpty() || history.isEmpty()) {
            return expected.isEmpty() && history.isEmpty();
        }
        return expected.getLast().session().equals(history.get().session())
                && expected.subList(0, expected.size() - 1).equals(history.get().past());
    }
}
