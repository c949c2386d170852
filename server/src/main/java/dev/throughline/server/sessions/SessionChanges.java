package dev.throughline.server.sessions;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Resets and deletes sessions of a store that is open in this process. Safe for use by many threads. */
public final class SessionChanges {
    /** A deletion waits so long for a turn that is writing to the session. */
    private static final Duration LEASE_WAIT = Duration.ofSeconds(5);

    private final Store store;
    private final SessionLifecycle lifecycle;
    private final BiConsumer<SessionCard, Runnable> deleting;
    private final Clock clock;

    /** @param deleting runs the deletion of a session, and removes the session from everything beside the store */
    public SessionChanges(
            Store store, SessionLifecycle lifecycle, BiConsumer<SessionCard, Runnable> deleting, Clock clock) {
        this.store = store;
        this.lifecycle = lifecycle;
        this.deleting = deleting;
        this.clock = clock;
    }

    /** Gives the key of a session to a new one; returns that, or the same session if it has no turn yet. */
    SessionCard reset(SessionCard card) {
        Optional<SessionCard> current = store.find(card.ref().tenant(), card.key());
        if (current.isPresent() && !current.get().ref().equals(card.ref())) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "session_was_reset",
                    "session " + card.ref().id() + " was reset already; its key '"
                            + card.key().text() + "' belongs to session "
                            + current.get().ref().id());
        }
        return lifecycle.reset(card, clock.instant(), Optional.empty(), "requested");
    }

    /** Gives the key of a session back to the session that had it before; returns that. */
    SessionCard undoReset(SessionCard card) {
        return lifecycle
                .undo(card.ref().tenant(), card.key(), clock.instant())
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER,
                        "nothing_to_undo",
                        "the key '" + card.key().text() + "' of session "
                                + card.ref().id() + " had no other session"));
    }

    /** Deletes a session everywhere; returns whether it existed. */
    boolean delete(SessionCard card) {
        return delete(card, _ -> true);
    }

    private boolean delete(SessionCard card, Predicate<SessionCard> condition) {
        boolean[] isDeleted = new boolean[1];
        deleting.accept(card, () -> isDeleted[0] = store.delete(card.ref(), condition, LEASE_WAIT));
        return isDeleted[0];
    }

    /** Deletes sessions, or only lists them; one that is in use, or has changed since they were selected, stays. */
    public List<SessionCard> prune(SessionCatalog.PruneRequest request) {
        List<SessionCard> old =
                store.prunable(request.tenant(), request.pruning(clock.instant()), SessionCatalog.MAX_SEARCHED);
        if (request.isDryRun()) {
            return old;
        }
        Map<SessionId, SessionCard> selected = new HashMap<>();
        old.forEach(card -> selected.put(card.ref().id(), card));
        List<SessionCard> deleted = new ArrayList<>();
        for (SessionCard card : old) {
            try {
                if (isUnchanged(card, selected) && delete(card, card::equals)) {
                    deleted.add(card);
                }
            } catch (ProxyException e) {
                if (!e.code().equals("session_busy")) {
                    throw e;
                }
            }
        }
        return deleted;
    }

    /** Whether a session and those that started it are as they were when they were selected. */
    private boolean isUnchanged(SessionCard card, Map<SessionId, SessionCard> selected) {
        boolean isSame = store.find(card.ref()).filter(card::equals).isPresent();
        Optional<SessionCard> parent = card.parent().flatMap(id -> Optional.ofNullable(selected.get(id)));
        return isSame && parent.filter(each -> !isUnchanged(each, selected)).isEmpty();
    }
}
