package dev.throughline.store.file;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of each key, and the sessions that the key had before.
 *
 * <p>A card names the key under which its session was opened, so most keys need no file of their own. A key that was
 * added to a session, was given to another one, or is free again after that, has lines in the {@link KeyLog}, which win
 * over the cards. If several cards have a key without lines, a crash ended a replacement, and the oldest session has
 * the key.
 *
 * <p>Safe for use by many threads. Reads take no lock. Changes hold the monitor while the log is written; those of one
 * key are also ordered by the caller, except {@link #forget}.
 */
final class KeyTable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyTable.class);

    /** A key of a tenant. */
    record TenantKey(Tenant tenant, SessionKey key) {
        private SessionRef ref(SessionId session) {
            return new SessionRef(tenant, session);
        }
    }

    private final SessionCards cards;
    private final KeyLog log;
    private final Map<TenantKey, KeyHistory> keys = new ConcurrentHashMap<>();

    /** The keys that have lines in the log. */
    private final Set<TenantKey> logged = ConcurrentHashMap.newKeySet();

    /** The logged keys in whose history a session is; guarded by the monitor. */
    private final Map<SessionRef, Set<TenantKey>> mentions = new HashMap<>();

    KeyTable(Home home, SessionCards cards) {
        this.cards = cards;
        this.log = new KeyLog(home);
    }

    /** Reads the log, once all cards are known. Sessions that no longer exist are removed. */
    synchronized void load() throws IOException {
        List<SessionCard> oldestFirst = cards.all().stream()
                .map(CountedCard::card)
                .sorted(Comparator.comparing(SessionCard::created)
                        .thenComparing(card -> card.ref().id()))
                .toList();
        Set<TenantKey> opened = new HashSet<>();
        oldestFirst.forEach(card -> opened.add(key(card)));
        KeyLog.LoggedKeys read = log.read();
        boolean isStale = read.isStale();
        for (Map.Entry<TenantKey, Optional<KeyHistory>> each : read.keys().entrySet()) {
            TenantKey key = each.getKey();
            Optional<KeyHistory> left = each.getValue().flatMap(history -> existing(key, history));
            isStale |= !left.equals(each.getValue());
            if (left.isPresent()) {
                put(key, left.get());
            }
            if (left.isPresent() || opened.contains(key)) {
                logged.add(key);
            }
        }
        if (isStale) {
            rewriteLog();
        }
        for (SessionCard card : oldestFirst) {
            if (!logged.contains(key(card))) {
                keys.putIfAbsent(key(card), new KeyHistory(card.ref().id(), List.of()));
            }
        }
    }

    private void rewriteLog() throws IOException {
        Map<TenantKey, Optional<KeyHistory>> current = new LinkedHashMap<>();
        logged.forEach(key -> current.put(key, Optional.ofNullable(keys.get(key))));
        log.rewrite(current);
    }

    /** The history of a key without sessions that are being deleted. */
    Optional<KeyHistory> history(Tenant tenant, SessionKey key) {
        TenantKey wanted = new TenantKey(tenant, key);
        return Optional.ofNullable(keys.get(wanted))
                .flatMap(history ->
                        exists(wanted, history.session()) ? Optional.of(history) : existing(wanted, history));
    }

    Optional<SessionRef> find(Tenant tenant, SessionKey key) {
        return history(tenant, key).map(history -> new SessionRef(tenant, history.session()));
    }

    /** Gives the key of a session that was just opened to it, in memory, unless the key is in use. */
    void claim(SessionCard card) {
        keys.compute(
                key(card),
                (key, old) -> old != null && existing(key, old).isPresent()
                        ? old
                        : new KeyHistory(card.ref().id(), List.of()));
    }

    /** Makes a claimed key durable; only one that had another session before needs that. */
    void logClaim(SessionCard card) throws IOException {
        TenantKey key = key(card);
        if (logged.contains(key)) {
            synchronized (this) {
                @Nullable KeyHistory claimed = keys.get(key);
                if (claimed != null) {
                    store(key, claimed);
                }
            }
        }
    }

    /**
     * Gives a key to a session, and remembers the session that it had. Durable when it returns.
     *
     * @return false if the session does not exist
     */
    synchronized boolean move(SessionKey key, SessionRef session, Instant at) throws IOException {
        if (cards.find(session).isEmpty()) {
            return false;
        }
        TenantKey moved = new TenantKey(session.tenant(), key);
        KeyHistory next = history(session.tenant(), key)
                .map(history -> history.movedTo(session.id(), at))
                .orElseGet(() -> new KeyHistory(session.id(), List.of()));
        store(moved, next);
        return true;
    }

    /** Removes a deleted session from the histories of all keys. Durable when it returns. */
    synchronized void forget(SessionCard deleted) throws IOException {
        SessionId id = deleted.ref().id();
        Map<TenantKey, Optional<KeyHistory>> changed = new LinkedHashMap<>();
        for (TenantKey key : mentions.getOrDefault(deleted.ref(), Set.of())) {
            changed.put(key, Optional.ofNullable(keys.get(key)).flatMap(history -> history.without(id)));
        }
        if (!changed.isEmpty()) {
            log.append(changed);
        }
        Set<TenantKey> all = new HashSet<>(changed.keySet());
        if (!logged.contains(key(deleted))) {
            all.add(key(deleted));
        }
        // A new session may have claimed a key since the line was made; the line of that claim follows.
        all.forEach(key ->
                keys.computeIfPresent(key, (_, history) -> history.without(id).orElse(null)));
        mentions.remove(deleted.ref());
        limitLog();
    }

    private void store(TenantKey key, KeyHistory history) throws IOException {
        log.append(Map.of(key, Optional.of(history)));
        logged.add(key);
        put(key, history);
        limitLog();
    }

    /** Rewrites the log if it has grown too much. What was appended is durable already. */
    private void limitLog() {
        if (log.isWasteful()) {
            try {
                rewriteLog();
            } catch (IOException e) {
                LOG.warn("the log of keys could not be rewritten; it grows until that works: {}", e.toString());
            }
        }
    }

    private void put(TenantKey key, KeyHistory history) {
        keys.put(key, history);
        mention(key, history.session());
        for (PastSession past : history.past()) {
            mention(key, past.session());
        }
    }

    private void mention(TenantKey key, SessionId session) {
        mentions.computeIfAbsent(key.ref(session), _ -> new HashSet<>()).add(key);
    }

    private Optional<KeyHistory> existing(TenantKey key, KeyHistory history) {
        List<SessionId> all = new ArrayList<>(List.of(history.session()));
        history.past().forEach(past -> all.add(past.session()));
        Optional<KeyHistory> left = Optional.of(history);
        for (SessionId session : all) {
            if (!exists(key, session)) {
                left = left.flatMap(known -> known.without(session));
            }
        }
        return left;
    }

    private boolean exists(TenantKey key, SessionId session) {
        return cards.find(key.ref(session)).isPresent();
    }

    private static TenantKey key(SessionCard card) {
        return new TenantKey(card.ref().tenant(), card.key());
    }
}
