package dev.throughline.store.file;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Opens sessions under keys, and gives keys to sessions. One thread at a time changes a key. Safe for use by many
 * threads.
 */
final class KeyedSessions {
    private static final int STRIPES = 64;

    /** Writes the opening of a session to the journal. */
    interface OpeningWriter {
        /** Returns when the opening is written, or when it is durable. */
        void write(SessionCard card, boolean isDurable);
    }

    private final KeyTable keys;
    private final Function<SessionRef, Optional<CountedCard>> cards;
    private final OpeningWriter openings;
    private final Object[] locks = new Object[STRIPES];

    /** @param cards the card of a session with everything that was appended before */
    KeyedSessions(KeyTable keys, Function<SessionRef, Optional<CountedCard>> cards, OpeningWriter openings) {
        this.keys = keys;
        this.cards = cards;
        this.openings = openings;
        Arrays.setAll(locks, _ -> new Object());
    }

    Optional<SessionCard> find(Tenant tenant, SessionKey key) {
        return keys.find(tenant, key).flatMap(this::find);
    }

    private Optional<SessionCard> find(SessionRef ref) {
        return cards.apply(ref).map(CountedCard::card);
    }

    SessionCard open(Tenant tenant, SessionKey key, Supplier<Store.Opening> opening) throws IOException {
        Optional<SessionCard> known = find(tenant, key);
        if (known.isPresent()) {
            return known.get();
        }
        synchronized (lock(tenant, key)) {
            Optional<SessionCard> other = find(tenant, key);
            return other.isPresent()
                    ? other.get()
                    : openNew(SessionCard.opened(tenant, key, opening.get()), /* isDurable= */ false);
        }
    }

    private SessionCard openNew(SessionCard card, boolean isDurable) throws IOException {
        openings.write(card, isDurable);
        keys.logClaim(card);
        return card;
    }

    boolean add(Tenant tenant, SessionKey key, SessionId session, Instant at) throws IOException {
        synchronized (lock(tenant, key)) {
            return find(tenant, key).isEmpty() && keys.move(key, new SessionRef(tenant, session), at);
        }
    }

    /** The opening is durable before the key is moved, so that a key never points to a session that a crash lost. */
    SessionCard replace(Tenant tenant, SessionKey key, SessionId expected, Store.Opening opening) throws IOException {
        synchronized (lock(tenant, key)) {
            Optional<SessionCard> current = find(tenant, key);
            SessionCard fresh = SessionCard.opened(tenant, key, opening);
            if (current.isEmpty()) {
                return openNew(fresh, /* isDurable= */ true);
            }
            if (!current.get().ref().id().equals(expected)) {
                return current.get();
            }
            openings.write(fresh, /* isDurable= */ true);
            var _ = keys.move(key, fresh.ref(), opening.at());
            return fresh;
        }
    }

    boolean repoint(Tenant tenant, SessionKey key, SessionId expected, SessionId session, Instant at)
            throws IOException {
        SessionRef target = new SessionRef(tenant, session);
        synchronized (lock(tenant, key)) {
            boolean isExpected = keys.find(tenant, key)
                    .filter(ref -> ref.id().equals(expected))
                    .isPresent();
            return isExpected && (session.equals(expected) || keys.move(key, target, at));
        }
    }

    private Object lock(Tenant tenant, SessionKey key) {
        return locks[Math.floorMod(Objects.hash(tenant, key), STRIPES)];
    }
}
