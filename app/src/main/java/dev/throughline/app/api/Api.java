package dev.throughline.app.api;

import dev.throughline.app.learn.MemoryHouse;
import dev.throughline.app.library.CardJson;
import dev.throughline.app.library.DecisionsJson;
import dev.throughline.app.library.EntryJson;
import dev.throughline.app.library.Library;
import dev.throughline.app.library.Outline;
import dev.throughline.app.library.RunJson;
import dev.throughline.app.library.StatusJson;
import dev.throughline.app.library.WorkingJson;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.state.Note;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.SessionId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * Answers requests under {@link #PREFIX}. Reads, takes notes, and leads to memory. Safe for use by many threads; may
 * block on the store.
 */
public final class Api {
    public static final String PREFIX = "/api/v1/";
    private static final int USUAL_PER_PAGE = 100;

    private final Optional<MemoryApi> memory;
    private final Library library;
    private final Supplier<StatusJson.Status> status;

    public Api(Library library, Supplier<StatusJson.Status> status, Optional<MemoryHouse> memory) {
        this.memory = memory.map(MemoryApi::new);
        this.library = library;
        this.status = status;
    }

    /**
     * One request.
     *
     * @param target its path and query
     */
    public record Asked(String method, String target, Headers headers, Bytes body) {}

    /** Answers one request. */
    public Answer answer(Asked asked) {
        int question = asked.target().indexOf('?');
        String path = question < 0 ? asked.target() : asked.target().substring(0, question);
        List<String> names = List.of(path.substring(PREFIX.length()).split("/", -1));
        Parameters query = Parameters.of(question < 0 ? "" : asked.target().substring(question + 1));
        try {
            Optional<Answer> remembered = memory.flatMap(api -> api.answer(asked, String.join("/", names), query));
            if (remembered.isPresent()) {
                return remembered.get();
            }
            return switch (asked.method()) {
                case "GET" -> route(names, query);
                case "PUT" -> put(names, asked.body());
                default -> wrongMethod(asked.method());
            };
        } catch (IllegalArgumentException e) {
            return Answer.error(400, "malformed", String.valueOf(e.getMessage()));
        }
    }

    private static Answer wrongMethod(String method) {
        return Answer.error(405, "method_not_allowed", "Expected GET, or PUT for a note, found " + method + ".");
    }

    private Answer route(List<String> path, Parameters query) {
        return switch (shape(path)) {
            case "status" -> Answer.json(json -> StatusJson.write(status.get(), json));
            case "sessions" -> sessions(query);
            case "outlines" -> outlines(query);
            case "sessions/*" -> session(SessionId.of(path.get(1)));
            case "sessions/*/entries" -> entries(SessionId.of(path.get(1)), query);
            case "sessions/*/sources/*" -> source(SessionId.of(path.get(1)), new Hash(Parameters.decoded(path.get(3))));
            case "sessions/*/context" -> workingSet(SessionId.of(path.get(1)));
            case "sessions/*/edits" -> decisions(SessionId.of(path.get(1)));
            case "sessions/*/todo" -> note(SessionId.of(path.get(1)), Note.TODO);
            case "sessions/*/pinned" -> note(SessionId.of(path.get(1)), Note.PINNED);
            case "runs/*" -> run(path.get(1));
            default -> missing("Nothing is served at " + PREFIX + String.join("/", path) + ".");
        };
    }

    private Answer put(List<String> path, Bytes body) {
        return switch (shape(path)) {
            case "sessions/*/todo" -> keep(SessionId.of(path.get(1)), Note.TODO, body);
            case "sessions/*/pinned" -> keep(SessionId.of(path.get(1)), Note.PINNED, body);
            default -> wrongMethod("PUT");
        };
    }

    /** The path with its names, which stand at every second place, as stars. */
    private static String shape(List<String> path) {
        return IntStream.range(0, path.size())
                .mapToObj(i -> i % 2 == 1 ? "*" : path.get(i))
                .collect(Collectors.joining("/"));
    }

    private Answer sessions(Parameters query) {
        Page<SessionCard> page = library.sessions(query.maybe("after"), limit(query));
        boolean isAll = query.maybe("beside").equals(Optional.of("true"));
        List<SessionCard> listed =
                page.items().stream().filter(card -> isAll || !card.isBeside()).toList();
        return page("sessions", new Page<>(listed, page.next()), CardJson::write);
    }

    private Answer outlines(Parameters query) {
        Page<Outline> page = new Page<>(library.outlines(limit(query)), Optional.empty());
        return page("sessions", page, Outline::write);
    }

    private Answer session(SessionId id) {
        return library.session(id)
                .map(card -> Answer.json(json -> CardJson.write(card, json)))
                .orElseGet(() -> missing("There is no session " + id + "."));
    }

    private Answer entries(SessionId id, Parameters query) {
        if (library.session(id).isEmpty()) {
            return missing("There is no session " + id + ".");
        }
        long after = query.whole("after", 0, 0, Long.MAX_VALUE);
        return page("entries", library.entries(id, after, limit(query)), EntryJson::write);
    }

    private Answer source(SessionId id, Hash source) {
        return library.session(id)
                .flatMap(_ -> library.source(id, source))
                .map(Answer::exact)
                .orElseGet(() -> missing("Session " + id + " has no source " + source + "."));
    }

    private Answer workingSet(SessionId id) {
        return library.session(id)
                .flatMap(_ -> library.workingSet(id))
                .map(view -> Answer.json(json -> WorkingJson.write(view, json)))
                .orElseGet(() -> missing("There is no session " + id + " with a request."));
    }

    private Answer decisions(SessionId id) {
        return library.session(id)
                .map(_ -> library.decisions(id))
                .map(decisions -> Answer.json(json -> DecisionsJson.write(decisions, json)))
                .orElseGet(() -> missing("There is no session " + id + "."));
    }

    private Answer note(SessionId id, Note note) {
        if (library.session(id).isEmpty()) {
            return missing("There is no session " + id + ".");
        }
        String text = library.note(id, note).orElse("");
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeStringProperty("session", id.toString());
            json.writeStringProperty("note", note.word());
            json.writeStringProperty("text", text);
            json.writeEndObject();
        });
    }

    private Answer keep(SessionId id, Note note, Bytes body) {
        if (library.session(id).isEmpty()) {
            return missing("There is no session " + id + ".");
        }
        String text = body.utf8();
        if (!Bytes.of(text).equals(body)) {
            return Answer.error(400, "malformed", "Expected the text of the note as UTF-8.");
        }
        if (body.length() > StateNotes.MOST_BYTES) {
            return Answer.error(
                    413,
                    "note_too_large",
                    "Expected a note of at most " + StateNotes.MOST_BYTES + " bytes, found " + body.length() + ".");
        }
        library.keepNote(id, note, text);
        return note(id, note);
    }

    private Answer run(String run) {
        return Answer.json(json -> RunJson.write(library.run(UUID.fromString(run)), json));
    }

    private static <T> Answer page(String name, Page<T> page, BiConsumer<T, JsonGenerator> writer) {
        return Answer.json(json -> {
            json.writeStartObject();
            json.writeName(name);
            json.writeStartArray();
            page.items().forEach(item -> writer.accept(item, json));
            json.writeEndArray();
            json.writeName("next");
            page.next().ifPresentOrElse(json::writeString, json::writeNull);
            json.writeEndObject();
        });
    }

    private static Answer missing(String message) {
        return Answer.error(404, "not_found", message);
    }

    private static int limit(Parameters query) {
        return (int) query.whole("limit", USUAL_PER_PAGE, 1, Library.MOST_PER_PAGE);
    }
}
