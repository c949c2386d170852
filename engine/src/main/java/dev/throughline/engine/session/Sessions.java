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
import java.util.stream.Stream;

/**
 * Finds or opens the session that a turn belongs to. Safe for use by many threads.
 *
 * <p>For two kinds of clients the key is not enough. Some clients name the reply that they continue and send only new
 * items; their session is the session of that reply. Other clients send no id, so their key depends on the first
 * message, which changes when they compact their history; their session is the one that contains most of the other
 * messages, and it gets the new key in addition.
 *
 * <p>A side request belongs to the session of its conversation, even if it has an id of its own. If no conversation is
 * found, a separate session is opened for it, which is not listed.
 */
public final class Sessions {
    /** A longer element was probably not written by a person, so it is not parsed again to find user texts. */
    private static final int MAX_NOTED_BYTES = 64 * 1024;

    private final Store store;
    private final RecentItems recentItems;
    private final PurposeDetector purposes;
    private final Ids ids;
    private final RecentConversations conversations = new RecentConversations();

    public Sessions(Store store, RecentItems recentItems, PurposeDetector purposes, Ids ids) {
        this.store = store;
        this.recentItems = recentItems;
        this.purposes = purposes;
        this.ids = ids;
    }

    public SessionCard open(Tenant tenant, SessionIdentity identity, Turn turn) {
        return sessionOfReply(tenant, identity, turn)
                .or(() -> withKey(tenant, identity, compactedSession(tenant, identity, turn)))
                .orElseGet(() -> {
                    Optional<SessionId> parent = identity.parent()
                            .map(key -> open(tenant, key, Optional.empty(), turn)
                                    .ref()
                                    .id());
                    return open(tenant, identity.key(), parent, turn);
                });
    }

    /** The session that {@link #open} would return; empty if it would open a new session. */
    public Optional<SessionCard> find(Tenant tenant, SessionIdentity identity, Turn turn) {
        return sessionOfReply(tenant, identity, turn)
                .or(() -> compactedSession(tenant, identity, turn))
                .or(() -> store.find(tenant, identity.key()));
    }

    /** Opens the child of a session for a history that has nothing in common with it. */
    public SessionCard openChild(SessionCard session, SessionIdentity identity, Turn turn) {
        return open(
                session.ref().tenant(),
                childKey(identity, turn),
                Optional.of(session.ref().id()),
                turn);
    }

    /** The session that {@link #openChild} would return; empty if it would open a new session. */
    public Optional<SessionCard> findChild(Tenant tenant, SessionIdentity identity, Turn turn) {
        return store.find(tenant, childKey(identity, turn));
    }

    private static SessionKey childKey(SessionIdentity identity, Turn turn) {
        Hash firstUser = turn.request().history().stream()
                .flatMap(element -> items(turn, element))
                .filter(item -> item.kind() == ItemKind.USER)
                .map(Item::id)
                .findFirst()
                .orElseGet(() -> turn.request().body().hash());
        return identity.child(firstUser.handle());
    }

    private static Stream<Item> items(Turn turn, Span element) {
        return turn.wire().itemise(turn.request().body(), element).stream();
    }

    /**
     * The sender of a side request.
     *
     * @param caller the salted hash of the credentials and the program
     * @param arrival the number from {@link #arrive}
     * @param hasOwnKey whether the key of the request is not the key of a conversation
     */
    public record SideCaller(String caller, long arrival, boolean hasOwnKey) {}

    /** Notes that a request arrived and is about to be archived; returns its number. */
    public long arrive(String caller) {
        return conversations.arrive(caller);
    }

    /** Notes that the request with this number was archived, or will not be. */
    public void leave(long arrival) {
        conversations.leave(arrival);
    }

    /** Finds the session of the conversation that a side request belongs to, or opens a session for it. */
    public SessionCard openSideRequest(Tenant tenant, SessionIdentity identity, SideCaller caller, Turn turn) {
        return store.find(tenant, identity.key())
                .or(() -> caller.hasOwnKey()
                        ? withKey(tenant, identity, findConversation(tenant, identity, caller, turn))
                        : Optional.empty())
                .orElseGet(() -> open(tenant, identity.key(), Optional.empty(), turn));
    }

    private Optional<SessionCard> findConversation(
            Tenant tenant, SessionIdentity identity, SideCaller caller, Turn turn) {
        return identity.parent()
                .flatMap(parent -> store.find(tenant, parent))
                .or(() -> conversations
                        .quoted(caller.caller(), caller.arrival(), newestUserText(turn))
                        .filter(ref -> ref.tenant().equals(tenant))
                        .flatMap(store::find));
    }

    /** Notes the newest user text of an archived conversation turn: side requests may quote it. */
    public void noteConversation(String caller, SessionCard session, Turn turn) {
        List<Span> history = turn.request().history();
        if (!history.isEmpty() && history.getLast().length() <= MAX_NOTED_BYTES) {
            conversations.note(caller, session.ref(), newestUserText(turn));
        }
    }

    /** The texts that a person wrote in the last element of a history. */
    private String newestUserText(Turn turn) {
        List<Span> history = turn.request().history();
        if (history.isEmpty()) {
            return "";
        }
        Bytes body = turn.request().body();
        return items(turn, history.getLast())
                .filter(item -> item.kind() == ItemKind.USER)
                .map(item -> turn.wire().text(body, item))
                .filter(text -> !purposes.isScaffold(text))
                .collect(Collectors.joining("\n"));
    }

    private SessionCard open(Tenant tenant, SessionKey key, Optional<SessionId> parent, Turn turn) {
        return store.open(
                tenant,
                key,
                () -> new Store.Opening(
                        ids.session(turn.at(), key),
                        parent,
                        turn.client(),
                        turn.at(),
                        turn.origin(),
                        Optional.empty()));
    }

    /** Adds the key of a request to the session that was found for it. */
    private Optional<SessionCard> withKey(Tenant tenant, SessionIdentity identity, Optional<SessionCard> session) {
        session.ifPresent(
                card -> store.addKey(tenant, identity.key(), card.ref().id()));
        return session;
    }

    /**
     * The session of the reply that a turn continues. A turn whose origin is named belongs to the session of its key: a
     * person cannot get into the session of another one by the id of a reply.
     */
    private Optional<SessionCard> sessionOfReply(Tenant tenant, SessionIdentity identity, Turn turn) {
        if (identity.origin().isPresent()) {
            return Optional.empty();
        }
        return turn.request()
                .hints()
                .previousResponse()
                .flatMap(response -> recentItems.sessionOf(tenant, response))
                .flatMap(store::find);
    }

    /**
     * The session whose history a client without an id has compacted, if the turn begins with the message of a
     * compaction.
     */
    private Optional<SessionCard> compactedSession(Tenant tenant, SessionIdentity identity, Turn turn) {
        if (identity.source() != SessionIdentity.KeySource.CONTENT
                || store.find(tenant, identity.key()).isPresent()) {
            return Optional.empty();
        }
        List<Hash> messages = new ArrayList<>();
        boolean isContinued = false;
        for (Span element : turn.request().history()) {
            for (Item item : turn.wire().itemise(turn.request().body(), element)) {
                isContinued |= purposes.isContinuation(turn, item);
                if (item.kind() != ItemKind.SYSTEM) {
                    messages.add(item.id());
                }
            }
            if (!isContinued && !messages.isEmpty()) {
                return Optional.empty();
            }
        }
        return isContinued ? recentItems.sessionOf(tenant, messages).flatMap(store::find) : Optional.empty();
    }
}
