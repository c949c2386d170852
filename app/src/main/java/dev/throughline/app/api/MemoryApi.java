package dev.throughline.app.api;

import dev.throughline.app.learn.MemoryHouse;
import dev.throughline.app.library.JsonObject;
import dev.throughline.app.remember.AnswerJson;
import dev.throughline.app.remember.MemoryTools;
import dev.throughline.app.remember.Scopes;
import dev.throughline.app.remember.Told;
import dev.throughline.app.remember.Undone;
import dev.throughline.app.room.MemoryRoom;
import dev.throughline.app.room.Project;
import dev.throughline.app.room.Projects;
import dev.throughline.memory.Memory;
import dev.throughline.memory.admission.Admitted;
import dev.throughline.memory.workspace.Excerpt;
import dev.throughline.memory.workspace.Listing;
import dev.throughline.memory.workspace.Outcome;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.Limits;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

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
final class MemoryApi {
    private final MemoryHouse house;

    MemoryApi(MemoryHouse house) {
        this.house = house;
    }

    /** The answer, if a request is about memory. */
    Optional<Answer> answer(Api.Asked asked, String path, Parameters query) {
        if (!path.equals("search") && !path.equals("memory") && !path.startsWith("memory/")) {
            return Optional.empty();
        }
        try {
            Project project = house.projects().find(query.text("project", ""));
            return Optional.of(answer(asked, asked.method() + " " + path, project, query));
        } catch (ProxyException e) {
            return Optional.of(Answer.error(status(e), e.code(), e.sentence()));
        }
    }

    private Answer answer(Api.Asked asked, String wish, Project project, Parameters query) {
        return switch (wish) {
            case "GET search" -> search(project, query);
            case "GET memory" -> query.maybe("path").isPresent() ? page(project, query) : pages(project);
            case "POST memory" -> add(project, text(asked));
            case "DELETE memory" -> delete(project, query);
            case "GET memory/index" -> index(project);
            case "POST memory/index" -> rebuilt(project);
            case "POST memory/undo" -> undone(house.with(project, room -> Undone.undo(room.memory())));
            case "POST memory/redo" -> undone(house.with(project, room -> Undone.redo(room.memory())));
            case "POST memory/consolidate" -> consolidated(house.consolidate(project));
            default ->
                Answer.error(
                        404,
                        "not_found",
                        "Nothing is served at " + wish + ". There are GET search; GET, POST and DELETE memory; GET and"
                                + " POST memory/index; POST memory/undo, memory/redo and memory/consolidate.");
        };
    }

    /** The text to remember: the body, or the member {@code text} of a body that is JSON. */
    private static String text(Api.Asked asked) {
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

    private static String member(Bytes body) {
        return Optional.of(body)
                .filter(bytes -> bytes.utf8().stripLeading().startsWith("{") && JsonObject.isValue(bytes))
                .flatMap(bytes -> JsonObject.read(bytes.toArray()).maybe("text"))
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected a JSON object with what to remember in 'text', such as {\"text\":\"I use tabs\"}"));
    }

    private Answer add(Project project, String text) {
        return house.with(project, room -> {
            Admitted admitted = room.memory().add("api", text);
            return said(
                    MemoryTools.said(admitted),
                    json -> Told.kept(admitted, room.memory().today(), json));
        });
    }

    private static int status(ProxyException e) {
        return switch (e.code()) {
            case Projects.NO_SUCH_PROJECT, "memory_no_page" -> 404;
            case Memory.TOO_LONG -> 413;
            default -> e.kind() == ProxyException.Kind.CALLER ? 400 : 503;
        };
    }

    private Answer search(Project project, Parameters query) {
        String text = query.required("q");
        int most = (int) query.whole("limit", Query.USUAL_RESULTS, 1, Limits.MOST_RESULTS);
        boolean hasLeast = query.maybe("min_score").isPresent();
        double least = Scopes.leastScore(query.number("min_score", 0));
        Scope[] scopes = Scopes.ofAll(query.text("scope", "memory"));
        dev.throughline.search.Answer found = house.with(project, room -> {
            Query wanted = room.query(text).most(most).in(scopes);
            return room.search(hasLeast ? wanted.fitting(0).atLeast(least) : wanted);
        });
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

    private Answer page(Project project, Parameters query) {
        Excerpt.Wanted wanted = new Excerpt.Wanted((int) query.whole("from", 1, 1, Integer.MAX_VALUE), (int)
                query.whole("lines", Integer.MAX_VALUE, 1, Integer.MAX_VALUE));
        Excerpt excerpt = house.with(project, room -> room.memory().excerpt(query.required("path"), wanted));
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
            Told.index(index, json);
            json.writeEndObject();
        });
    }

    private Answer delete(Project project, Parameters query) {
        Outcome outcome = house.with(project, room -> room.delete("api", query.required("path")));
        boolean isGone = outcome.results().stream().anyMatch(result -> result.fate() == Outcome.Fate.DELETED);
        return said(isGone ? "removed" : "it was edited meanwhile and stays", json -> {
            json.writeBooleanProperty("removed", isGone);
            json.writeNumberProperty("operation", outcome.operation());
        });
    }

    private static Answer undone(Optional<Undone> undone) {
        return said(undone.map(Undone::said).orElse("there is nothing to take back"), json -> {
            json.writeBooleanProperty("done", undone.isPresent());
            undone.ifPresent(each -> each.write(json));
        });
    }

    private static Answer consolidated(MemoryHouse.Consolidated done) {
        return said(done.sentence(), json -> {
            json.writeNumberProperty("sessions", done.sessions());
            json.writeStringProperty("merge", done.merge());
        });
    }

    private static Answer said(String sentence, Consumer<JsonGenerator> more) {
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeStringProperty("said", sentence);
            more.accept(json);
            json.writeEndObject();
        });
    }
}
