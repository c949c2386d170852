package dev.throughline.server.rest;

import static dev.throughline.server.rest.RouteContract.DeclaredParameter.flag;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.integer;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.text;
import static dev.throughline.server.rest.RouteContract.answers;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.session.ChatKeys;
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
import dev.throughline.server.config.Config;
import dev.throughline.server.config.SettingView;
import dev.throughline.server.rest.RouteContract.DeclaredParameter;
import dev.throughline.server.sessions.Decisions;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.RunSummary;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.WorkingSetView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The REST interface under {@link #PREFIX}. Each route is added with its {@link RouteContract}, here or in a class for
 * one kind of routes, such as {@link MemoryRestApi}. Safe for use by many threads; may block on the store.
 */
public final class RestApi implements PlainHandler {
    public static final String PREFIX = "/api/v1/";

    /** The paths of sessions that are not served without memory. */
    private static final Set<String> NEED_MEMORY =
            Set.of("sessions/*/index", "sessions/*/name", "sessions/*/questions");

    private static final int DEFAULT_PAGE = 100;
    static final DeclaredParameter LIMIT = integer(
            "limit", "How many at most, up to " + SessionCatalog.MAX_PER_PAGE + "; " + DEFAULT_PAGE + " by default.");
    private static final DeclaredParameter AFTER = text("after", "The value of 'next' of the page before.");

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

    private record ServedRoute(RouteContract contract, RestRoute route) {
        PlainAnswer answer(RestRequest request) {
            contract.check(request.query());
            return route.answer(request);
        }
    }

    private final SessionCatalog sessions;
    private final SessionAccess access;

    /** The routes, by path and then by method. */
    private final Map<String, Map<String, ServedRoute>> routes = new HashMap<>();

    /** @param memory the memory, if it is on; what a session may read is restricted in any case */
    public RestApi(
            SessionCatalog sessions,
            Supplier<GatewayStatus> status,
            SessionAccess access,
            Optional<MemoryService> memory) {
        this.sessions = sessions;
        this.access = access;
        add(
                "GET",
                "status",
                answers("The state of the gateway.", GatewayStatus.class),
                _ -> RestReply.json(status.get()));
        addSessions();
        new SessionStateRestApi(sessions).addTo(this);
        memory.ifPresent(service -> {
            new MemoryRestApi(sessions, service).addTo(this);
            new MetadataRestApi(service.names().writer(), sessions).addTo(this);
            new QuestionRestApi(sessions, service).addTo(this);
        });
        add(
                "GET",
                "openapi.json",
                answers("This document.", ObjectNode.class),
                _ -> RestReply.json(OpenApiDocument.of(contracts(), status.get().version())));
    }

    private void addSessions() {
        add(
                "GET",
                "sessions",
                answers("Sessions, the most recently changed first.", RemoteSessionCatalog.SessionsPage.class)
                        .with(AFTER, LIMIT, flag("beside", "Also sessions that contain only side requests.")),
                this::sessions);
        new OutlineRestApi(sessions).addTo(this);
        add("GET", "sessions/*", answers("One session.", SessionCard.class), this::session);
        add(
                "GET",
                "sessions/*/entries",
                answers("The entries of a session, in order.", RemoteSessionCatalog.EntriesPage.class)
                        .with(integer("after", "The sequence of the last entry that is known."), LIMIT),
                this::entries);
        add("GET", "sessions/*/sources/*", answers("The exact bytes of a source."), this::source);
        add(
                "GET",
                "sessions/*/context",
                answers("What the model sees of the newest request.", WorkingSetView.class),
                this::workingSet);
        add("GET", "sessions/*/edits", answers("Decisions and cost.", Decisions.class), this::decisions);
        add(
                "GET",
                "sessions/*/metadata",
                answers("The name and the summary of a session.", MetadataCodec.MetadataMembers.class),
                this::metadata);
        add(
                "GET",
                "runs/*",
                answers("One run of an agent.", RunSummary.class),
                request -> RestReply.json(
                        sessions.run(UUID.fromString(request.path().get(1)))));
    }

    /** Shows the configuration in effect. */
    public RestApi withConfig(Config config) {
        ConfigView view =
                new ConfigView(config.all().stream().map(SettingView::of).toList());
        add(
                "GET",
                "config",
                answers("Every setting in effect and where it comes from.", ConfigView.class),
                _ -> RestReply.json(view));
        return this;
    }

    private record ConfigView(List<SettingView> settings) {}

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
    void add(String method, String path, RouteContract contract, RestRoute route) {
        routes.computeIfAbsent(path, _ -> new TreeMap<>()).put(method, new ServedRoute(contract, route));
    }

    private Map<String, Map<String, RouteContract>> contracts() {
        Map<String, Map<String, RouteContract>> contracts = new HashMap<>();
        routes.forEach((path, methods) -> methods.forEach((method, route) ->
                contracts.computeIfAbsent(path, _ -> new TreeMap<>()).put(method, route.contract())));
        return contracts;
    }

    @Override
    public PlainAnswer handle(ReceivedRequest received) {
        String path = received.target().split("\\?", 2)[0];
        List<String> names = List.of(path.substring(PREFIX.length()).split("/", -1));
        Map<String, ServedRoute> methods =
                routes.getOrDefault(path.substring(PREFIX.length()), routes.getOrDefault(pattern(names), Map.of()));
        ServedRoute route = methods.get(received.method());
        if (methods.isEmpty() && NEED_MEMORY.contains(pattern(names))) {
            return memoryIsOff();
        }
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
                    access.of(Tenant.LOCAL, received.headers()));
            Optional<PlainAnswer> refusal = ReaderRoutes.refusal(received.method(), request, sessions);
            return refusal.orElseGet(() -> route.answer(request));
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
                .map(metadata -> RestReply.json(MetadataCodec.members(metadata)))
                .orElseGet(() -> missing("There is no session " + id + " with a name and a summary."));
    }

    static PlainAnswer noSession(SessionId id) {
        return missing("There is no session " + id + ".");
    }

    private static PlainAnswer memoryIsOff() {
        return RestReply.error(
                409,
                "memory_off",
                "The gateway runs without memory, which names sessions and answers questions about them. Restart it"
                        + " with memory.apply_to set to agents or all.");
    }

    private static PlainAnswer missing(String message) {
        return RestReply.error(404, "not_found", message);
    }

    static int limit(RestRequest request) {
        return (int) request.query().integer("limit", DEFAULT_PAGE, 1, SessionCatalog.MAX_PER_PAGE);
    }
}
