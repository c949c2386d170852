package dev.throughline.server.rest;

import static dev.throughline.server.rest.RouteContract.DeclaredParameter.flag;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.integer;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.text;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.word;
import static dev.throughline.server.rest.RouteContract.answers;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.server.rest.RouteContract.DeclaredParameter;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The routes that find sessions by key or origin, and that reset and delete them.
 *
 * <pre>
 *   GET    keys?key=…               the session of a key, and those that it had before
 *   GET    origin?type=dm&amp;peer=…    the key of an origin, and its session if there is one
 *   POST   sessions/ID/reset        gives the key of the session to a new one
 *   POST   sessions/ID/undo-reset   gives the key back
 *   DELETE sessions/ID
 *   POST   sessions/prune?older_than_days=…&amp;keep=…&amp;dry_run=true
 * </pre>
 */
final class SessionsRestApi {
    private static final int MAX_DAYS = 100_000;
    private static final List<String> TYPES =
            Stream.of(ChatType.values()).map(ChatType::word).toList();

    private final SessionCatalog sessions;
    private final Function<SessionKey, Optional<KeyHistory>> keys;
    private final ChatKeys chatKeys;

    SessionsRestApi(SessionCatalog sessions, Function<SessionKey, Optional<KeyHistory>> keys, ChatKeys chatKeys) {
        this.sessions = sessions;
        this.keys = keys;
        this.chatKeys = chatKeys;
    }

    void addTo(RestApi api) {
        add(
                api,
                "GET",
                "keys",
                answers("The session of a key, and those that it had before.", RemoteSessionCatalog.KeyedSession.class)
                        .with(text("key", "The key.").required()),
                request -> key(new SessionKey(request.query().required("key"))));
        add(
                api,
                "GET",
                "origin",
                answers("The key of an origin, and its session if there is one.", OriginView.class)
                        .with(originParameters()),
                this::origin);
        add(
                api,
                "POST",
                "sessions/*/reset",
                answers("Gives the key of a session to a new one.", SessionCard.class),
                request -> with(request, card -> RestReply.json(sessions.reset(card))));
        add(
                api,
                "POST",
                "sessions/*/undo-reset",
                answers("Gives the key back to the session before.", SessionCard.class),
                request -> with(request, card -> RestReply.json(sessions.undoReset(card))));
        add(
                api,
                "DELETE",
                "sessions/*",
                answers("Deletes a session.", RemoteSessionCatalog.DeletedSession.class),
                request -> with(
                        request,
                        card -> RestReply.json(new RemoteSessionCatalog.DeletedSession(
                                card.ref().id(), sessions.delete(card)))));
        add(
                api,
                "POST",
                "sessions/prune",
                answers("Deletes old sessions and returns them.", RemoteSessionCatalog.SessionList.class)
                        .with(
                                integer("older_than_days", "Those that did not change for so many days."),
                                integer("keep", "All but so many of the most recently changed."),
                                flag("dry_run", "Only returns them.")),
                this::prune);
    }

    private static DeclaredParameter[] originParameters() {
        Stream<DeclaredParameter> fields = Stream.of(OriginField.values())
                .map(field -> text(field.word(), "As the header " + field.header() + "."));
        DeclaredParameter type = word("type", "The type of the chat; " + ChatType.DM.word() + " by default.", TYPES);
        return Stream.concat(Stream.of(type), fields).toArray(DeclaredParameter[]::new);
    }

    private static void add(RestApi api, String method, String path, RouteContract contract, RestApi.RestRoute route) {
        api.add(method, path, contract, request -> {
            try {
                return route.answer(request);
            } catch (ProxyException e) {
                return RestReply.error(status(e), e.code(), e.sentence());
            }
        });
    }

    private static int status(ProxyException e) {
        return switch (e.code()) {
            case ChatKeys.BAD_KEY -> 400;
            case "session_busy" -> 503;
            default -> e.kind() == ProxyException.Kind.CALLER ? 409 : 503;
        };
    }

    private PlainAnswer with(RestApi.RestRequest request, Function<SessionCard, PlainAnswer> answer) {
        SessionId id = request.session();
        return sessions.session(id)
                .map(answer)
                .orElseGet(() -> RestReply.error(404, "not_found", "There is no session " + id + "."));
    }

    private PlainAnswer key(SessionKey key) {
        return keyed(key)
                .map(RestReply::json)
                .orElseGet(
                        () -> RestReply.error(404, "not_found", "The key '" + key.text() + "' belongs to no session."));
    }

    private Optional<RemoteSessionCatalog.KeyedSession> keyed(SessionKey key) {
        List<Store.PastSession> past = keys.apply(key).map(KeyHistory::past).orElse(List.of());
        return sessions.withKey(key).map(card -> new RemoteSessionCatalog.KeyedSession(key, card, past));
    }

    /** The key of an origin, and the session that it has now. */
    private record OriginView(SessionKey key, Optional<SessionCard> session) {}

    private PlainAnswer origin(RestApi.RestRequest request) {
        ChatType type =
                ChatType.find(request.query().text("type", ChatType.DM.word())).orElseThrow();
        Map<OriginField, String> fields = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            request.query().optional(field.word()).ifPresent(value -> fields.put(field, value));
        }
        SessionKey key = chatKeys.of(new ChatOrigin(type, fields)).key();
        return RestReply.json(new OriginView(key, sessions.withKey(key)));
    }

    private PlainAnswer prune(RestApi.RestRequest request) {
        QueryParameters query = request.query();
        OptionalInt days = number(query, "older_than_days", MAX_DAYS);
        OptionalInt keep = number(query, "keep", SessionCatalog.MAX_SEARCHED);
        if (days.isEmpty() && keep.isEmpty()) {
            throw new IllegalArgumentException("Name what to delete with 'older_than_days', 'keep', or both.");
        }
        boolean isDryRun = query.text("dry_run", "false").equals("true");
        return RestReply.json(new RemoteSessionCatalog.SessionList(
                sessions.prune(new SessionCatalog.PruneRequest(days, keep, isDryRun))));
    }

    private static OptionalInt number(QueryParameters query, String name, int most) {
        return query.optional(name).isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of((int) query.integer(name, 0, 0, most));
    }
}
