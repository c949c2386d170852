package dev.throughline.engine.session;

import dev.throughline.engine.archive.RecentItems;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Opens the session that a turn belongs to. Safe for use by many threads.
 *
 * <p>Two kinds of clients need more than their key. One that names the reply it goes on from sends only what is new, so
 * its session is that of the reply. One that sends no id and has compacted its history begins with a new first message,
 * so its session is the one in which the rest of its messages were said; from then on the new key means that session.
 *
 * <p>A side request belongs to the session of the conversation beside which it is asked, even where it has an id of its
 * own. One for which no conversation is found has a session of its own that is not listed.
 */
public final class Sessions {
    /** What is longer is hardly what a person wrote, and is not taken apart once more. */
    private static final int MAX_NOTED_BYTES = 64 * 1024;

    private final Store store;
    private final RecentItems recents;
    private final PurposeDetector purposes;
    private final Ids ids;
    private final RecentConversations callers = new RecentConversations();

    public Sessions(Store store, RecentItems recents, PurposeDetector purposes, Ids ids) {
        this.store = store;
        this.recents = recents;
        this.purposes = purposes;
        this.ids = ids;
    }

    public SessionCard open(Tenant tenant, SessionIdentity identity, Turn turn) {
        return answered(tenant, turn)
                .or(() -> {
                    Optional<SessionCard> session = continued(tenant, identity, turn);
                    session.ifPresent(card ->
                            store.point(tenant, identity.key(), card.ref().id()));
                    return session;
                })
                .orElseGet(() -> openOwn(tenant, identity, turn));
    }

    /** The session that {@link #open} would give, if it is there; none is opened. */
    public Optional<SessionCard> find(Tenant tenant, SessionIdentity identity, Turn turn) {
        return answered(tenant, turn)
                .or(() -> continued(tenant, identity, turn))
                .or(() -> store.find(tenant, identity.key()));
    }

    /** The session that {@link #openChild} would give, if it is there. */
    public Optional<SessionCard> findChild(Tenant tenant, SessionIdentity identity, Turn turn) {
        return store.find(tenant, identity.child(firstUser(turn).handle()));
    }

    /** The session of the reply that a turn goes on from. */
    private Optional<SessionCard> answered(Tenant tenant, Turn turn) {
        return turn.request()
                .hints()
                .previousResponse()
                .flatMap(response -> recents.sessionOf(tenant, response))
                .flatMap(store::find);
    }

    /**
     * Who asks beside a conversation.
     *
     * @param caller the salted hash of who is calling
     * @param arrival the number that {@link #arrive} gave
     * @param hasOwnKey whether the key of the request is that of no conversation
     */
    public record SideCaller(String caller, long arrival, boolean hasOwnKey) {}

    /** A request of a caller arrived, and is about to be kept; gives its number. */
    public long arrive(String caller) {
        return callers.arrive(caller);
    }

    /** It was kept, or will not be. */
    public void leave(long arrival) {
        callers.leave(arrival);
    }

    /** Opens the session of the conversation beside which a turn was asked. */
    public SessionCard openSideRequest(Tenant tenant, SessionIdentity identity, SideCaller asker, Turn turn) {
        return store.find(tenant, identity.key())
                .or(() -> asker.hasOwnKey() ? conversation(tenant, identity, asker, turn) : Optional.empty())
                .orElseGet(() -> open(tenant, identity.key(), Optional.empty(), turn));
    }

    private Optional<SessionCard> conversation(Tenant tenant, SessionIdentity identity, SideCaller asker, Turn turn) {
        Optional<SessionCard> session = identity.parent()
                .flatMap(parent -> store.find(tenant, parent))
                .or(() -> callers.quoted(asker.caller(), asker.arrival(), newestWords(turn))
                        .filter(ref -> ref.tenant().equals(tenant))
                        .flatMap(store::find));
        session.ifPresent(card -> store.point(tenant, identity.key(), card.ref().id()));
        return session;
    }

    /** A turn of a conversation was kept in its session: side requests may quote it. */
    public void noteConversation(String caller, SessionCard session, Turn turn) {
        List<Span> history = turn.request().history();
        if (!history.isEmpty() && history.getLast().length() <= MAX_NOTED_BYTES) {
            callers.note(caller, session.ref(), newestWords(turn));
        }
    }

    /** What a user says in the last element of a history. */
    private String newestWords(Turn turn) {
        List<Span> history = turn.request().history();
        if (history.isEmpty()) {
            return "";
        }
        Bytes body = turn.request().body();
        return turn.wire().itemise(body, history.getLast()).stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .map(item -> turn.wire().text(body, item))
                .filter(text -> !purposes.isScaffold(text))
                .collect(Collectors.joining("\n"));
    }

    /** Opens the child of a session for a history that has nothing in common with it. */
    public SessionCard openChild(SessionCard session, SessionIdentity identity, Turn turn) {
        SessionKey key = identity.child(firstUser(turn).handle());
        return open(session.ref().tenant(), key, Optional.of(session.ref().id()), turn);
    }

    private SessionCard openOwn(Tenant tenant, SessionIdentity identity, Turn turn) {
        Optional<SessionId> parent = identity.parent()
                .map(key -> open(tenant, key, Optional.empty(), turn).ref().id());
        return open(tenant, identity.key(), parent, turn);
    }

    private SessionCard open(Tenant tenant, SessionKey key, Optional<SessionId> parent, Turn turn) {
        return store.open(
                tenant, key, () -> new Store.Opening(ids.session(turn.at(), key), parent, turn.client(), turn.at()));
    }

    private Optional<SessionCard> continued(Tenant tenant, SessionIdentity identity, Turn turn) {
        if (identity.source() != SessionIdentity.KeySource.CONTENT
                || store.find(tenant, identity.key()).isPresent()) {
            return Optional.empty();
        }
        List<Hash> said = new ArrayList<>();
        boolean isContinued = false;
        for (Span element : turn.request().history()) {
            for (Item item : turn.wire().itemise(turn.request().body(), element)) {
                isContinued |=
                        purposes.isContinuation(turn.wire(), turn.request().body(), item);
                if (item.kind() != ItemKind.SYSTEM) {
                    said.add(item.id());
                }
            }
            if (!isContinued && !said.isEmpty()) {
                return Optional.empty();
            }
        }
        return isContinued ? recents.sessionOf(tenant, said).flatMap(store::find) : Optional.empty();
    }

    private static Hash firstUser(Turn turn) {
        for (Span element : turn.request().history()) {
            for (Item item : turn.wire().itemise(turn.request().body(), element)) {
                if (item.kind() == ItemKind.USER) {
                    return item.id();
                }
            }
        }
        return turn.request().body().hash();
    }
}
