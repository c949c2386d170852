package dev.throughline.server.rest;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.gateway.PlainHandler;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.importer.HistoryImporter;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.metadata.MetadataCodec;
import dev.throughline.memory.project.SessionAccess;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;

/**
 * The REST interface under {@link #PREFIX}. Each route is one line in the constructor, or in {@link MemoryRestApi} if
 * it needs memory. Safe for use by many threads; may block on the store.
 */
public final class RestApi implements PlainHandler {
    public static final String PREFIX = "/api/v1/";
    private static final int DEFAULT_PAGE = 100;

    /**
     * A request to the REST interface.
     *
     * @param path the names of the path after the prefix
     * @param reader what the session that the headers name may read; empty if they name none, so all may be read
     */
    record RestRequest(
            List<String> path,
            QueryParameters query,
            Headers headers,
            Bytes body,
            Optional<SessionAccess.ReadableParts> reader) {
        /** Whether the request may read a session. */
        boolean canRead(SessionCard card) {
            return reader.map(parts -> parts.sessions().test(card)).orElse(true);
        }

        /** The session whose id is the second name of the path. */
        SessionId session() {
            return SessionId.of(path.get(1));
        }

        /** The body as text. */
        String text() {
            String text = body.utf8();
            if (!Bytes.of(text).equals(body)) {
                throw new IllegalArgumentException("The body is not UTF-8 text.");
            }
            return text;
        }
    }

    /** Answers one kind of request. */
    interface RestRoute {
        PlainAnswer answer(RestRequest request);
    }

    private final SessionCatalog sessions;
    private final Optional<SessionAccess> access;

    /** The routes, by path and then by method. */
    private final Map<String, Map<String, RestRoute>> routes = new HashMap<>();

    public RestApi(SessionCatalog sessions, Supplier<GatewayStatus> status, Optional<MemoryService> memory) {
        this.sessions = sessions;
        this.access = memory.map(MemoryService::access);
        add("GET", "status", _ -> RestReply.json(status.get()));
        add("GET", "sessions", this::sessions);
        add("GET", "outlines", this::outlines);
        add("GET", "sessions/*", this::session);
        add("GET", "sessions/*/entries", this::entries);
        add("GET", "sessions/*/sources/*", this::source);
        add("GET", "sessions/*/context", this::workingSet);
        add("GET", "sessions/*/edits", this::decisions);
        add("GET", "sessions/*/metadata", this::metadata);
        for (NoteKind note : List.of(NoteKind.TODO, NoteKind.PINNED)) {
            add("GET", "sessions/*/" + note.word(), request -> note(request.session(), note));
            add("PUT", "sessions/*/" + note.word(), request -> replaceNote(request, note));
        }
        add("POST", "sessions/*/compact", this::compact);
        add(
                "GET",
                "runs/*",
                request -> RestReply.json(
                        sessions.run(UUID.fromString(request.path().get(1)))));
        memory.ifPresent(service -> {
            new MemoryRestApi(sessions, service).addTo(this);
            new MetadataRestApi(service.names().writer(), sessions).addTo(this);
            new QuestionRestApi(sessions, service).addTo(this);
        });
        add(
                "GET",
                "openapi.json",
                _ -> RestReply.json(OpenApiDocument.of(routes, status.get().version())));
    }

    /** Adds the routes that find sessions by key or origin, and that reset and delete them. */
    public RestApi withSessions(Function<SessionKey, Optional<KeyHistory>> keys, ChatKeys chatKeys) {
        new SessionsRestApi(sessions, keys, chatKeys).addTo(this);
        return this;
    }

    /** Serves imports of the session files of other programs. */
    public RestApi withImports(HistoryImporter importer) {
        new ImportRestApi(importer).addTo(this);
        return this;
    }

    /** Adds a route. In the path, every second name may be {@code *}, which matches any name. */
    void add(String method, String path, RestRoute route) {
        routes.computeIfAbsent(path, _ -> new TreeMap<>()).put(method, route);
    }

    @Override
    public PlainAnswer handle(ReceivedRequest received) {
        String path = received.target().split("\\?", 2)[0];
        List<String> names = List.of(path.substring(PREFIX.length()).split("/", -1));
        Map<String, RestRoute> methods =
                routes.getOrDefault(path.substring(PREFIX.length()), routes.getOrDefault(pattern(names), Map.of()));
        RestRoute route = methods.get(received.method());
        if (methods.isEmpty()) {
            return missing("Nothing is served at " + path + ".");
        }
        if (route == null) {
            String allowed = String.join(" or ", methods.keySet());
            return RestReply.error(
                    405,
                    "method_not_allowed",
                    received.method() + " is not supported at " + path + "; use " + allowed + ".");
        }
        try {
            RestRequest request = new RestRequest(
                    names,
                    QueryParameters.of(received.target()),
                    received.headers(),
                    received.body(),
                    access.flatMap(rule -> rule.of(Tenant.LOCAL, received.headers())));
            return ReaderRoutes.refusal(received.method(), request, sessions).orElseGet(() -> route.answer(request));
        } catch (ProxyException e) {
            return RestReply.error(e.kind() == ProxyException.Kind.CALLER ? 400 : 503, e.code(), e.sentence());
        } catch (IllegalArgumentException e) {
            return RestReply.error(400, "malformed", String.valueOf(e.getMessage()));
        }
    }

    /** The methods and paths of all routes, such as {@code GET sessions/*}. */
    public List<String> routes() {
        return routes.entrySet().stream()
                .flatMap(path -> path.getValue().keySet().stream().map(method -> method + " " + path.getKey()))
                .sorted()
                .toList();
    }

    /** The path with every second name replaced by a star. */
    static String pattern(List<String> path) {
        return IntStream.range(0, path.size())
                .mapToObj(i -> i % 2 == 1 ? "*" : path.get(i))
                .collect(Collectors.joining("/"));
    }

    private PlainAnswer sessions(RestRequest request) {
        StorePage<SessionCard> page = sessions.sessions(request.query().optional("after"), limit(request));
        boolean includesSideRequests = request.query().optional("beside").equals(Optional.of("true"));
        List<SessionCard> listed = page.items().stream()
                .filter(card -> includesSideRequests || !card.hasOnlySideRequests())
                .filter(request::canRead)
                .toList();
        return RestReply.json(new RemoteSessionCatalog.SessionsPage(listed, page.next()));
    }

    private PlainAnswer outlines(RestRequest request) {
        return RestReply.json(new RemoteSessionCatalog.OutlinesPage(
                sessions.outlines(limit(request)).stream()
                        .filter(outline -> request.canRead(outline.card()))
                        .toList(),
                Optional.empty()));
    }

    private PlainAnswer session(RestRequest request) {
        return sessions.session(request.session()).map(RestReply::json).orElseGet(() -> noSession(request.session()));
    }

    private PlainAnswer entries(RestRequest request) {
        if (sessions.session(request.session()).isEmpty()) {
            return noSession(request.session());
        }
        long after = request.query().integer("after", 0, 0, Long.MAX_VALUE);
        StorePage<ArchivedEntry> page = sessions.entries(request.session(), after, limit(request));
        return RestReply.json(new RemoteSessionCatalog.EntriesPage(page.items(), page.next()));
    }

    private PlainAnswer source(RestRequest request) {
        SessionId id = request.session();
        Hash source = new Hash(QueryParameters.decoded(request.path().get(3)));
        return sessions.session(id)
                .flatMap(_ -> sessions.source(id, source))
                .map(RestReply::exact)
                .orElseGet(() -> missing("Session " + id + " has no source " + source + "."));
    }

    private PlainAnswer workingSet(RestRequest request) {
        SessionId id = request.session();
        return sessions.session(id)
                .flatMap(_ -> sessions.workingSet(id))
                .map(RestReply::json)
                .orElseGet(() -> missing("There is no session " + id + " with a request."));
    }

    private PlainAnswer decisions(RestRequest request) {
        SessionId id = request.session();
        return sessions.session(id)
                .map(_ -> RestReply.json(sessions.decisions(id)))
                .orElseGet(() -> noSession(id));
    }

    private PlainAnswer metadata(RestRequest request) {
        SessionId id = request.session();
        return sessions.metadata(id)
                .map(metadata -> RestReply.json(MetadataCodec.write(metadata)))
                .orElseGet(() -> missing("There is no session " + id + " with a name and a summary."));
    }

    private PlainAnswer note(SessionId id, NoteKind note) {
        if (sessions.session(id).isEmpty()) {
            return noSession(id);
        }
        String text = sessions.note(id, note).orElse("");
        return RestReply.json(new RemoteSessionCatalog.NoteText(id, note.word(), text));
    }

    private PlainAnswer replaceNote(RestRequest request, NoteKind note) {
        SessionId id = request.session();
        if (sessions.session(id).isEmpty()) {
            return noSession(id);
        }
        int bytes = request.body().length();
        if (bytes > StateNotes.MAX_BYTES) {
            return RestReply.error(
                    413,
                    "note_too_large",
                    "The note has " + bytes + " bytes, but at most " + StateNotes.MAX_BYTES + " are allowed.");
        }
        sessions.replaceNote(id, note, request.text());
        return note(id, note);
    }

    private PlainAnswer compact(RestRequest request) {
        Optional<SessionCard> card = sessions.session(request.session());
        if (card.isEmpty()) {
            return noSession(request.session());
        }
        try {
            return RestReply.json(sessions.compact(card.get(), keep(request)));
        } catch (ProxyException e) {
            int status = e.kind() == ProxyException.Kind.CALLER ? 413 : 503;
            return RestReply.error(status, e.code(), e.sentence());
        }
    }

    /** What a compaction should keep: the member {@code keep} of the body. An empty body keeps nothing special. */
    private static String keep(RestRequest request) {
        if (request.text().isBlank()) {
            return "";
        }
        try {
            return Objects.requireNonNullElse(
                    ViewJson.read(request.body().toArray(), RemoteSessionCatalog.CompactionRequest.class)
                            .keep(),
                    "");
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The body is not a JSON object like {\"keep\":\"what to keep\"}; it may also be empty.", e);
        }
    }

    private static PlainAnswer noSession(SessionId id) {
        return missing("There is no session " + id + ".");
    }

    private static PlainAnswer missing(String message) {
        return RestReply.error(404, "not_found", message);
    }

    private static int limit(RestRequest request) {
        return (int) request.query().integer("limit", DEFAULT_PAGE, 1, SessionCatalog.MAX_PER_PAGE);
    }
}
