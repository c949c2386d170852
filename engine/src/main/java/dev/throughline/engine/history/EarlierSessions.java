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
 * The other sessions that the key of a session had.
 *
 * @param before those that were opened before the session
 * @param after those that had the key after the session was opened: the key was given back to the session
 */
record EarlierSessions(List<SessionRef> before, List<SessionRef> after) {
    /** The most sessions that are searched for what a client sends. A client that sends more is unusual. */
    private static final int MAX_SESSIONS = 32;

    static EarlierSessions of(Store store, SessionCard card) {
        List<Store.PastSession> past = store.keyHistory(card.ref().tenant(), card.key())
                .map(Store.KeyHistory::past)
                .orElse(List.of())
                .reversed();
        Set<SessionId> before = new LinkedHashSet<>();
        Optional<SessionId> previous = card.previous();
        while (previous.isPresent() && before.size() < MAX_SESSIONS && before.add(previous.get())) {
            previous = find(store, card, previous.get()).flatMap(SessionCard::previous);
        }
        Set<SessionId> after = new LinkedHashSet<>();
        for (Store.PastSession each : past.subList(0, Math.min(MAX_SESSIONS, past.size()))) {
            Optional<SessionCard> session = find(store, card, each.session());
            if (session.filter(one -> !one.created().isAfter(card.created())).isPresent()) {
                before.add(each.session());
            }
            if (session.isPresent() && each.until().isAfter(card.created())) {
                after.add(each.session());
            }
        }
        return new EarlierSessions(refs(card, before), refs(card, after));
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

    boolean isEmpty() {
        return before.isEmpty() && after.isEmpty();
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
                List.of());
    }
}
