package dev.throughline.app.api;

import dev.throughline.app.learn.MemoryHouse;
import dev.throughline.app.remember.AnswerJson;
import dev.throughline.app.remember.MemoryTools;
import dev.throughline.app.remember.Scopes;
import dev.throughline.app.room.MemoryRoom;
import dev.throughline.app.room.Project;
import dev.throughline.app.room.Projects;
import dev.throughline.memory.workspace.Excerpt;
import dev.throughline.memory.workspace.Listing;
import dev.throughline.memory.workspace.Outcome;
import dev.throughline.model.ProxyException;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import java.util.Map;
import java.util.Optional;

/**
 * Answers requests about memory. Each may name its project with {@code project}: the absolute path of a folder, or a
 * name under {@code projects}; without it, the shared memory is meant.
 *
 * <pre>
 *   GET    search?q=…&amp;scope=memory,sessions,archive&amp;limit=…&amp;min_score=…
 *   GET    memory                      the pages
 *   GET    memory?path=…&amp;from=…&amp;lines=…  lines of one
 *   POST   memory                      one line for today's log, the body
 *   DELETE memory?path=…               lets a page go
 *   GET    memory/index                how the index is
 *   POST   memory/index                makes it anew
 *   POST   memory/undo  memory/redo  memory/consolidate
 * </pre>
 */
final class MemoryApi {
    private final MemoryHouse house;

    MemoryApi(MemoryHouse house) {
        this.house = house;
    }

    /** The answer, if a request is about memory. */
    Optional<Answer> answer(String method, String path, Map<String, String> query, String body) {
        try {
            Project project = house.projects().find(query.getOrDefault("project", ""));
            return switch (method + " " + path) {
                case "GET search" -> Optional.of(search(project, query));
                case "GET memory" -> Optional.of(query.containsKey("path") ? page(project, query) : pages(project));
                case "POST memory" ->
                    Optional.of(said(MemoryTools.said(
                            house.with(project, room -> room.memory().add("api", body)))));
                case "DELETE memory" -> Optional.of(delete(project, query));
                case "GET memory/index" -> Optional.of(index(project));
                case "POST memory/index" -> Optional.of(rebuilt(project));
                case "POST memory/undo" -> Optional.of(said(house.with(project, room -> undone(room))));
                case "POST memory/redo" -> Optional.of(said(house.with(project, room -> redone(room))));
                case "POST memory/consolidate" -> Optional.of(said(house.consolidate(project)));
                default -> Optional.empty();
            };
        } catch (ProxyException e) {
            return Optional.of(Answer.error(status(e), e.code(), e.sentence()));
        }
    }

    private static int status(ProxyException e) {
        return switch (e.code()) {
            case Projects.NO_SUCH_PROJECT, "memory_no_page" -> 404;
            default -> e.kind() == ProxyException.Kind.CALLER ? 400 : 503;
        };
    }

    private Answer search(Project project, Map<String, String> query) {
        String text = required(query, "q");
        int most = Integer.parseInt(query.getOrDefault("limit", Integer.toString(Query.USUAL_RESULTS)));
        double least = Double.parseDouble(query.getOrDefault("min_score", "0"));
        Scope[] scopes = Scopes.ofAll(query.getOrDefault("scope", "memory"));
        dev.throughline.search.Answer found = house.with(
                project,
                room -> room.search(room.query(text).most(most).atLeast(least).in(scopes)));
        return Answer.json(json -> AnswerJson.write(found, json));
    }

    private Answer pages(Project project) {
        Listing listing = house.with(project, room -> room.memory().workspace().list());
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeStringProperty("workspace", project.workspace().toString());
            json.writeName("pages");
            json.writeStartArray();
            for (Listing.Entry page : listing.pages()) {
                json.writeStartObject();
                json.writeStringProperty("path", page.path().text());
                json.writeNumberProperty("bytes", page.bytes());
                json.writeStringProperty("modified", page.modified().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private Answer page(Project project, Map<String, String> query) {
        Excerpt.Wanted wanted = new Excerpt.Wanted(
                Integer.parseInt(query.getOrDefault("from", "1")),
                Integer.parseInt(query.getOrDefault("lines", Integer.toString(Integer.MAX_VALUE))));
        Excerpt excerpt = house.with(project, room -> room.memory().excerpt(required(query, "path"), wanted));
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeStringProperty("path", excerpt.path().toString());
            json.writeNumberProperty("from", excerpt.from());
            json.writeNumberProperty("total", excerpt.total());
            json.writeStringProperty("text", excerpt.text());
            json.writeStringProperty("more", excerpt.hint());
            json.writeEndObject();
        });
    }

    private Answer rebuilt(Project project) {
        house.rebuild(project);
        return index(project);
    }

    private Answer index(Project project) {
        IndexStatus index = house.with(project, MemoryRoom::indexed);
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeNumberProperty("documents", index.documents());
            json.writeNumberProperty("chunks", index.chunks());
            json.writeNumberProperty("waiting", index.unfinished());
            json.writeNumberProperty("bytes", index.bytes());
            json.writeStringProperty("embedder", index.embedder());
            json.writeStringProperty("status", index.status().word());
            json.writeEndObject();
        });
    }

    private Answer delete(Project project, Map<String, String> query) {
        Outcome outcome = house.with(project, room -> room.delete("api", required(query, "path")));
        boolean isGone = outcome.results().stream().anyMatch(result -> result.fate() == Outcome.Fate.DELETED);
        return said(isGone ? "removed" : "it was edited meanwhile and stays");
    }

    private static String undone(MemoryRoom room) {
        return room.memory().undo().isPresent() ? "taken back" : "there is nothing to take back";
    }

    private static String redone(MemoryRoom room) {
        return room.memory().redo().isPresent() ? "done again" : "there is nothing to do again";
    }

    private static Answer said(String sentence) {
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeStringProperty("said", sentence);
            json.writeEndObject();
        });
    }

    private static String required(Map<String, String> query, String name) {
        return Optional.ofNullable(query.get(name))
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new IllegalArgumentException("expected '" + name + "' in the query, found none"));
    }
}
