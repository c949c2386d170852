package dev.throughline.server.rest;

import static dev.throughline.server.rest.RouteContract.DeclaredParameter.flag;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.integer;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.number;
import static dev.throughline.server.rest.RouteContract.DeclaredParameter.text;
import static dev.throughline.server.rest.RouteContract.answers;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.consolidate.Consolidation;
import dev.throughline.memory.metadata.ListedSession;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.memory.tool.SearchScopes;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.search.SearchLimits;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.json.SearchView;
import dev.throughline.server.json.SessionSearchView;
import dev.throughline.server.json.UndoneChange;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.rest.RouteContract.DeclaredBody;
import dev.throughline.server.rest.RouteContract.DeclaredParameter;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The routes of memory. A request may name its project with {@code project}: the absolute path of a folder, or a
 * name under {@code projects}; without it, the shared memory is used.
 *
 * <pre>
 *   GET    search?q=…&amp;scope=memory,sessions,archive&amp;limit=…&amp;min_score=…
 *   GET    search?q=…&amp;scope=sessions,archive&amp;all=true    all sessions of all projects
 *   GET    memory                      the pages
 *   GET    memory?path=…&amp;from=…&amp;lines=…  lines of one page
 *   POST   memory                      adds a line to today's log: the body, or its member text if it is JSON
 *   DELETE memory?path=…               removes a page
 *   GET    memory/index                the state of the index
 *   POST   memory/index                rebuilds it
 *   POST   memory/undo  memory/redo  memory/consolidate
 * </pre>
 */
final class MemoryRestApi {
    private static final String NO_TEXT =
            "The body has no text to remember. Send a JSON object such as {\"text\":\"I use tabs\"}.";

    /** The error code for a session without memory. */
    private static final String NO_MEMORY = "session_without_memory";

    private static final DeclaredParameter PROJECT =
            text("project", "The absolute path of a folder, or the name of a project; without it, shared memory.");

    private final SessionCatalog sessions;
    private final MemoryService memory;

    MemoryRestApi(SessionCatalog sessions, MemoryService memory) {
        this.sessions = sessions;
        this.memory = memory;
    }

    /** Answers a request about the memory of a project. */
    private interface ProjectRoute {
        PlainAnswer answer(Project project, RestApi.RestRequest request);
    }

    void addTo(RestApi api) {
        add(
                api,
                "GET",
                "search",
                answers("Keyword and semantic search.", SearchView.class, SessionSearchView.class)
                        .with(
                                text("q", "What to search for.").required(),
                                text("scope", "memory (the default), sessions, archive, all, or several with commas."),
                                integer("limit", "How many results at most."),
                                number("min_score", "The least score of a result, from 0 to 1."),
                                flag("all", "All sessions of all agents and projects, without memory.")),
                (project, request) -> search(project, request.query()));
        add(
                api,
                "GET",
                "memory",
                answers("The pages of memory, or lines of one page.", PagesView.class, PageLines.class)
                        .with(
                                text("path", "The page; without it, the pages are listed."),
                                integer("from", "The first line, from 1."),
                                integer("lines", "How many lines at most.")),
                (project, request) ->
                        request.query().optional("path").isPresent() ? page(project, request.query()) : pages(project));
        add(
                api,
                "POST",
                "memory",
                answers("Adds a line to today's log.", AddedReply.class)
                        .takes(DeclaredBody.TEXT, DeclaredBody.json(NewMemory.class, "text")),
                (project, request) -> add(project, newText(request)));
        add(
                api,
                "DELETE",
                "memory",
                answers("Removes a page.", RemovedReply.class)
                        .with(text("path", "The page.").required()),
                (project, request) -> delete(project, request.query()));
        addChanges(api);
    }

    private void addChanges(RestApi api) {
        RouteContract index = answers("The state of the index.", MemoryViews.IndexView.class);
        add(api, "GET", "memory/index", index, (project, _) -> index(project));
        add(
                api,
                "POST",
                "memory/index",
                answers("Rebuilds the index.", MemoryViews.IndexView.class),
                (project, _) -> rebuild(project));
        add(
                api,
                "POST",
                "memory/undo",
                answers("Undoes the newest change.", UndoneReply.class, NothingReply.class),
                (project, _) -> undone(memory.with(
                        project, opened -> UndoneChange.undo(opened.memory().workspace()))));
        add(
                api,
                "POST",
                "memory/redo",
                answers("Redoes the newest change that was undone.", UndoneReply.class, NothingReply.class),
                (project, _) -> undone(memory.with(
                        project, opened -> UndoneChange.redo(opened.memory().workspace()))));
        add(
                api,
                "POST",
                "memory/consolidate",
                answers("Consolidates finished sessions into memory.", MemoryViews.ConsolidatedSessions.class),
                (project, _) -> consolidated(memory.consolidate(project)));
    }

    private void add(RestApi api, String method, String path, RouteContract contract, ProjectRoute route) {
        api.add(method, path, contract.with(PROJECT), request -> {
            try {
                return route.answer(project(request), request);
            } catch (ProxyException e) {
                return RestReply.error(status(e), e.code(), e.sentence());
            }
        });
    }

    /** The project that a request names, or that of the session that it names. */
    private Project project(RestApi.RestRequest request) {
        String name = request.query().text("project", "");
        if (request.reader().isEmpty()) {
            return memory.projects().find(name);
        }
        if (!name.isEmpty()) {
            throw new IllegalArgumentException(
                    "The headers name a session, so its memory is used. Leave out 'project'.");
        }
        return request.reader()
                .get()
                .project()
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER, NO_MEMORY, "This session has no memory, so none can be read."));
    }

    /** The text to remember: the body, or the member {@code text} of a body that is JSON. */
    private static String newText(RestApi.RestRequest request) {
        boolean isJson = request.headers().first("content-type").orElse("").startsWith("application/json");
        String text = isJson ? member(request.body()) : request.text();
        if (text.isBlank()) {
            throw new IllegalArgumentException(NO_TEXT);
        }
        return text;
    }

    /** The body of a request that adds a line. */
    private record NewMemory(@Nullable String text) {}

    private static String member(Bytes body) {
        try {
            return Objects.requireNonNullElse(
                    ViewJson.read(body.toArray(), NewMemory.class).text(), "");
        } catch (JacksonException e) {
            throw new IllegalArgumentException(NO_TEXT, e);
        }
    }

    private PlainAnswer add(Project project, String text) {
        return memory.with(project, opened -> {
            AdmissionResult admitted = opened.memory().add("api", text);
            return RestReply.json(new AddedReply(
                    MemoryTools.describe(admitted),
                    MemoryViews.AddedLine.of(admitted, opened.memory().today())));
        });
    }

    private record AddedReply(String said, @JsonUnwrapped MemoryViews.AddedLine added) {}

    private static int status(ProxyException e) {
        return switch (e.code()) {
            case Projects.NO_SUCH_PROJECT, "memory_no_page", NO_MEMORY -> 404;
            case WorkspaceMemory.TOO_LONG -> 413;
            default -> e.kind() == ProxyException.Kind.CALLER ? 400 : 503;
        };
    }

    private PlainAnswer search(Project project, QueryParameters query) {
        String text = query.required("q");
        int max = (int) query.integer("limit", SearchQuery.DEFAULT_RESULTS, 1, SearchLimits.MAX_RESULTS);
        boolean hasMinScore = query.optional("min_score").isPresent();
        double minScore = SearchScopes.minScore(query.number("min_score", 0));
        SearchScope[] scopes = SearchScopes.ofAll(query.text("scope", "memory"));
        UnaryOperator<SearchQuery> threshold =
                wanted -> hasMinScore ? wanted.fitting(0).atLeast(minScore) : wanted;
        if (query.text("all", "false").equals("true")) {
            return allSessions(text, max, scopes, threshold);
        }
        SearchResult found = memory.with(project, opened -> {
            return opened.search(threshold.apply(opened.query(text).most(max).in(scopes)));
        });
        return RestReply.json(SearchView.of(found));
    }

    private PlainAnswer allSessions(String text, int max, SearchScope[] scopes, UnaryOperator<SearchQuery> threshold) {
        if (Set.of(scopes).contains(SearchScope.MEMORY)) {
            throw new IllegalArgumentException(
                    "With all=true, sessions are searched. Pass scope=sessions, scope=archive, or both.");
        }
        SearchResult found = memory.searchSessions(text, max, Set.of(scopes), threshold);
        return RestReply.json(SessionSearchView.of(found, this::session));
    }

    private SessionSearchView.HitSession session(String id) {
        return sessions.session(SessionId.of(id))
                .map(card -> new SessionSearchView.HitSession(
                        id,
                        memory.names()
                                .directory()
                                .session(card.ref())
                                .flatMap(ListedSession::name)
                                .orElse(""),
                        memory.names()
                                .directory()
                                .session(card.ref())
                                .map(ListedSession::agent)
                                .orElse(""),
                        card.client()))
                .orElseGet(() -> new SessionSearchView.HitSession(id, "", "", ""));
    }

    private record PagesView(String workspace, List<PageListing.ListedPage> pages) {}

    private PlainAnswer pages(Project project) {
        PageListing listing =
                memory.with(project, opened -> opened.memory().workspace().list());
        return RestReply.json(new PagesView(project.workspace().toString(), listing.pages()));
    }

    /** Lines of a page; {@code more} says how to read the rest. */
    private record PageLines(String path, int from, int total, String text, String more) {}

    private PlainAnswer page(Project project, QueryParameters query) {
        PageExcerpt.Wanted wanted = new PageExcerpt.Wanted((int) query.integer("from", 1, 1, Integer.MAX_VALUE), (int)
                query.integer("lines", Integer.MAX_VALUE, 1, Integer.MAX_VALUE));
        PageExcerpt excerpt = memory.with(project, opened -> opened.memory().excerpt(query.required("path"), wanted));
        return RestReply.json(new PageLines(
                excerpt.path().toString(), excerpt.from(), excerpt.total(), excerpt.text(), excerpt.hint()));
    }

    private PlainAnswer rebuild(Project project) {
        memory.rebuild(project);
        return index(project);
    }

    private PlainAnswer index(Project project) {
        return RestReply.json(MemoryViews.IndexView.of(memory.with(project, ProjectMemory::indexed)));
    }

    private PlainAnswer delete(Project project, QueryParameters query) {
        String path = query.required("path");
        MemoryViews.RemovedPage view =
                MemoryViews.RemovedPage.of(memory.with(project, opened -> opened.delete("api", path)), path);
        return RestReply.json(new RemovedReply(
                view.removed() ? "The page was removed." : "The page was edited in the meantime and was not removed.",
                view));
    }

    private record RemovedReply(String said, @JsonUnwrapped MemoryViews.RemovedPage page) {}

    private static PlainAnswer undone(Optional<UndoneChange> undone) {
        return undone.map(change -> RestReply.json(new UndoneReply(change.description(), true, change.view())))
                .orElseGet(() -> RestReply.json(new NothingReply("There is nothing to undo or redo.", false)));
    }

    private record UndoneReply(
            String said, boolean done, @JsonUnwrapped UndoneChange.UndoneView change) {}

    private record NothingReply(String said, boolean done) {}

    private static PlainAnswer consolidated(Consolidation.ConsolidationResult result) {
        String merged =
                switch (result.merge()) {
                    case WRITTEN -> "memory was brought up to date";
                    case UNCHANGED -> "nothing is new since the last time";
                    case FAILED -> "the helper model did not answer; it is asked again in an hour";
                    default -> "another consolidation is under way";
                };
        int sessions = result.sessions();
        String read = sessions + (sessions == 1 ? " session was" : " sessions were") + " read; ";
        return RestReply.json(new MemoryViews.ConsolidatedSessions(
                read + merged, sessions, result.merge().word()));
    }
}
