package dev.throughline.server.rest;

import dev.throughline.memory.MemoryService;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.memory.tool.SearchScopes;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchLimits;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.json.SearchView;
import dev.throughline.server.json.UndoneChange;
import dev.throughline.server.json.ViewJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers requests about memory. Each may name its project with {@code project}: the absolute path of a folder, or a
 * name under {@code projects}; without it, the shared memory is meant.
 *
 * <pre>
 *   GET    search?q=…&amp;scope=memory,sessions,archive&amp;limit=…&amp;min_score=…
 *   GET    memory                      the pages
 *   GET    memory?path=…&amp;from=…&amp;lines=…  lines of one
 *   POST   memory                      one line for today's log: the body, or its member text if it is JSON
 *   DELETE memory?path=…               lets a page go
 *   GET    memory/index                how the index is
 *   POST   memory/index                makes it anew
 *   POST   memory/undo  memory/redo  memory/consolidate
 * </pre>
 */
public final class MemoryRestApi {
    private static final String NO_TEXT =
            "expected a JSON object with what to remember in 'text', such as {\"text\":\"I use tabs\"}";

    private final MemoryService house;

    MemoryRestApi(MemoryService house) {
        this.house = house;
    }

    /** The answer, if a request is about memory. */
    Optional<RestReply> answer(RestApi.Asked asked, String path, QueryParameters query) {
        if (!path.equals("search") && !path.equals("memory") && !path.startsWith("memory/")) {
            return Optional.empty();
        }
        try {
            Project project = house.projects().find(query.text("project", ""));
            return Optional.of(answer(asked, asked.method() + " " + path, project, query));
        } catch (ProxyException e) {
            return Optional.of(RestReply.error(status(e), e.code(), e.sentence()));
        }
    }

    private RestReply answer(RestApi.Asked asked, String wish, Project project, QueryParameters query) {
        return switch (wish) {
            case "GET search" -> search(project, query);
            case "GET memory" -> query.maybe("path").isPresent() ? page(project, query) : pages(project);
            case "POST memory" -> add(project, text(asked));
            case "DELETE memory" -> delete(project, query);
            case "GET memory/index" -> index(project);
            case "POST memory/index" -> rebuilt(project);
            case "POST memory/undo" ->
                undone(house.with(
                        project, room -> UndoneChange.undo(room.memory().workspace())));
            case "POST memory/redo" ->
                undone(house.with(
                        project, room -> UndoneChange.redo(room.memory().workspace())));
            case "POST memory/consolidate" -> consolidated(house.consolidate(project));
            default ->
                RestReply.error(
                        404,
                        "not_found",
                        "Nothing is served at " + wish + ". There are GET search; GET, POST and DELETE memory; GET and"
                                + " POST memory/index; POST memory/undo, memory/redo and memory/consolidate.");
        };
    }

    /** The text to remember: the body, or the member {@code text} of a body that is JSON. */
    private static String text(RestApi.Asked asked) {
        String body = asked.body().utf8();
        if (!Bytes.of(body).equals(asked.body())) {
            throw new IllegalArgumentException("expected a text in UTF-8");
        }
        boolean isJson = asked.headers().first("content-type").orElse("").startsWith("application/json");
        String text = isJson ? member(asked.body()) : body;
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected a text to remember in the body, found none");
        }
        return text;
    }

    /** The body of a request to remember something. */
    record Wish(@Nullable String text) {}

    private static String member(Bytes body) {
        try {
            String text = ViewJson.read(body.toArray(), Wish.class).text();
            if (text != null) {
                return text;
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(NO_TEXT, e);
        }
        throw new IllegalArgumentException(NO_TEXT);
    }

    private RestReply add(Project project, String text) {
        return house.with(project, room -> {
            AdmissionResult admitted = room.memory().add("api", text);
            return said(
                    MemoryTools.said(admitted),
                    MemoryViews.Added.of(admitted, room.memory().today()));
        });
    }

    private static int status(ProxyException e) {
        return switch (e.code()) {
            case Projects.NO_SUCH_PROJECT, "memory_no_page" -> 404;
            case WorkspaceMemory.TOO_LONG -> 413;
            default -> e.kind() == ProxyException.Kind.CALLER ? 400 : 503;
        };
    }

    private RestReply search(Project project, QueryParameters query) {
        String text = query.required("q");
        int most = (int) query.whole("limit", SearchQuery.DEFAULT_RESULTS, 1, SearchLimits.MAX_RESULTS);
        boolean hasLeast = query.maybe("min_score").isPresent();
        double least = SearchScopes.minScore(query.number("min_score", 0));
        SearchScope[] scopes = SearchScopes.ofAll(query.text("scope", "memory"));
        dev.throughline.search.SearchResult found = house.with(project, room -> {
            SearchQuery wanted = room.query(text).most(most).in(scopes);
            return room.search(hasLeast ? wanted.fitting(0).atLeast(least) : wanted);
        });
        return RestReply.json(SearchView.of(found));
    }

    /** The pages of a workspace. */
    record Pages(String workspace, List<MemoryViews.Page> pages) {}

    private RestReply pages(Project project) {
        PageListing listing =
                house.with(project, room -> room.memory().workspace().list());
        return RestReply.json(new Pages(
                project.workspace().toString(),
                listing.pages().stream()
                        .map(page -> new MemoryViews.Page(page.path().text(), page.bytes(), page.modified()))
                        .toList()));
    }

    /** Lines of a page, and how to read more of it. */
    record Lines(String path, int from, int total, String text, String more) {}

    private RestReply page(Project project, QueryParameters query) {
        PageExcerpt.Wanted wanted = new PageExcerpt.Wanted((int) query.whole("from", 1, 1, Integer.MAX_VALUE), (int)
                query.whole("lines", Integer.MAX_VALUE, 1, Integer.MAX_VALUE));
        PageExcerpt excerpt = house.with(project, room -> room.memory().excerpt(query.required("path"), wanted));
        return RestReply.json(
                new Lines(excerpt.path().toString(), excerpt.from(), excerpt.total(), excerpt.text(), excerpt.hint()));
    }

    private RestReply rebuilt(Project project) {
        house.rebuild(project);
        return index(project);
    }

    private RestReply index(Project project) {
        return RestReply.json(MemoryViews.Index.of(house.with(project, ProjectMemory::indexed)));
    }

    private RestReply delete(Project project, QueryParameters query) {
        ChangeResult outcome = house.with(project, room -> room.delete("api", query.required("path")));
        boolean isGone = outcome.results().stream().anyMatch(result -> result.effect() == ChangeResult.Effect.DELETED);
        return said(isGone ? "removed" : "it was edited meanwhile and stays", new Removed(isGone, outcome.operation()));
    }

    record Removed(boolean removed, long operation) {}

    private static RestReply undone(Optional<UndoneChange> undone) {
        ObjectNode answer = MemoryViews.said(
                undone.map(UndoneChange::description).orElse("there is nothing to undo"),
                Map.of("done", undone.isPresent()));
        undone.ifPresent(each -> answer.setAll(ViewJson.tree(each.view())));
        return RestReply.json(answer);
    }

    /** What a consolidation did. */
    public record Consolidated(String said, int sessions, String merge) {}

    private static RestReply consolidated(MemoryService.Consolidated done) {
        return RestReply.json(new Consolidated(done.sentence(), done.sessions(), done.merge()));
    }

    private static RestReply said(String sentence, Object view) {
        return RestReply.json(MemoryViews.said(sentence, view));
    }
}
