package dev.throughline.engine.history;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The other sessions that the key of a session had, without those that were deleted.
 *
 * @param before those that were opened before the session
 * @param after those that had the key after the session was opened: the key was given back to the session
 * @param isComplete whether {@code before} goes back to the first session: none was deleted, and there are not too many
 */
record EarlierSessions(List<SessionRef> before, List<SessionRef> after, boolean isComplete) {
    /** The most sessions that are searched for what a client sends. A client that sends more is unusual. */
    private static final int MAX_SESSIONS = 32;

    static EarlierSessions of(Store store, SessionCard card) {
        List<Store.PastSession> past = store.keyHistory(card.ref().tenant(), card.key())
                .map(Store.KeyHistory::past)
                .orElse(List.of())
                .reversed();
        Set<SessionId> before = new LinkedHashSet<>();
        Optional<SessionId> previous = card.previous();
        Optional<SessionCard> each = previous.flatMap(id -> find(store, card, id));
        while (each.isPresent() && before.size() < MAX_SESSIONS) {
            before.add(each.get().ref().id());
            previous = each.get().previous();
            each = previous.flatMap(id -> find(store, card, id));
        }
        Set<SessionId> after = new LinkedHashSet<>();
        for (Store.PastSession former : past.subList(0, Math.min(MAX_SESSIONS, past.size()))) {
            Optional<SessionCard> session = find(store, card, former.session());
            if (session.filter(one -> !one.created().isAfter(card.created())).isPresent()) {
                before.add(former.session());
            }
            if (session.isPresent() && former.until().isAfter(card.created())) {
                after.add(former.session());
            }
        }
        return new EarlierSessions(refs(card, before), refs(card, after), previous.isEmpty());
    }

    private static Optional<SessionCard> find(Store store, SessionCard card, SessionId id) {
        return store.find(new SessionRef(card.ref().tenant(), id));
    }

    private static List<SessionRef> refs(SessionCard card, Set<SessionId> ids) {
        return ids.stream()
                .filter(id -> !id.equals(card.ref().id()))
                .map(id -> new SessionRef(card.ref().tenant(), id))
                .toList();
    }

    /** Whether the key never had another session. */
    boolean isEmpty() {
        return before.isEmpty() && after.isEmpty() && isComplete;
    }

    /** Whether the session before a session was deleted. */
    boolean isPreviousDeleted(SessionCard card) {
        return card.previous()
                .filter(id -> !before.contains(new SessionRef(card.ref().tenant(), id)))
                .isPresent();
    }

    /** A session, and those after it, whose commands its client still sends. */
    List<SessionRef> andAfter(SessionCard card) {
        return Stream.concat(Stream.of(card.ref()), after.stream()).toList();
    }

    /** The sessions before a new session that follows this one. */
    EarlierSessions with(SessionCard ended) {
        return new EarlierSessions(
                Stream.of(List.of(ended.ref()), after, before)
                        .flatMap(List::stream)
                        .toList(),
                List.of(),
                isComplete);
    }
}
