package dev.throughline.engine.session;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resets sessions and undoes resets. A reset gives the key of a session to a new session; the old one stays in the
 * archive. Safe for use by many threads: of several resets at the same time, one takes place.
 */
public final class SessionLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLifecycle.class);

    private final Store store;
    private final Ids ids;
    private final ResetListener listener;

    public SessionLifecycle(Store store, Ids ids, ResetListener listener) {
        this.store = store;
        this.ids = ids;
        this.listener = listener;
    }

    /**
     * Replaces a session by a new one under its key. A session without a turn is not replaced: it is new already.
     *
     * @param reason for the log
     * @return the session that the key has now
     */
    public SessionCard reset(SessionCard card, Instant at, Optional<ChatOrigin> origin, String reason) {
        if (card.turns() == 0) {
            return card;
        }
        listener.beforeReset(card);
        SessionKey key = card.key();
        // The id is derived from the key in a replay, so it must differ from that of the session before.
        SessionKey seed = new SessionKey(
                SessionIdentifier.shortened(key.text() + " after " + card.ref().id()));
        SessionCard now = store.replace(
                card.ref().tenant(),
                key,
                card.ref().id(),
                new Store.Opening(
                        ids.session(at, seed),
                        Optional.empty(),
                        card.client(),
                        at,
                        origin.or(card::origin),
                        Optional.of(card.ref().id())));
        LOG.info("session {} follows {}: {}", now.ref().id(), card.ref().id(), reason);
        return now;
    }

    /**
     * Gives a key back to the session that its session replaced or, if it replaced none, to the one that had it last.
     *
     * @return the session that the key has now; empty if there was none before, or the key changed meanwhile
     */
    public Optional<SessionCard> undo(Tenant tenant, SessionKey key, Instant at) {
        Optional<Store.KeyHistory> history = store.keyHistory(tenant, key);
        return history.flatMap(known -> Stream.concat(
                                store
                                        .find(new SessionRef(tenant, known.session()))
                                        .flatMap(SessionCard::previous)
                                        .stream(),
                                known.past().reversed().stream().map(Store.PastSession::session))
                        .flatMap(id -> store.find(new SessionRef(tenant, id)).stream())
                        .findFirst())
                .filter(card -> store.repoint(
                        tenant, key, history.get().session(), card.ref().id(), at));
    }
}
