package dev.throughline.server.rest;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.memory.MemoryService;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Headers;
import dev.throughline.model.SessionId;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Answers requests under {@link #PREFIX}. Reads, takes notes, and leads to memory. Safe for use by many threads; may
 * block on the store.
 */
public final class RestApi {
    public static final String PREFIX = "/api/v1/";
    private static final int USUAL_PER_PAGE = 100;

    private final Optional<MemoryRestApi> memory;
    private final SessionCatalog library;
    private final Supplier<GatewayStatus> status;

    public RestApi(SessionCatalog library, Supplier<GatewayStatus> status, Optional<MemoryService> memory) {
        this.memory = memory.map(MemoryRestApi::new);
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
    public RestReply answer(Asked asked) {
        int question = asked.target().indexOf('?');
        String path = question < 0 ? asked.target() : asked.target().substring(0, question);
        List<String> names = List.of(path.substring(PREFIX.length()).split("/", -1));
        QueryParameters query =
                QueryParameters.of(question < 0 ? "" : asked.target().substring(question + 1));
        try {
            Optional<RestReply> remembered = memory.flatMap(api -> api.answer(asked, String.join("/", names), query));
            if (remembered.isPresent()) {
                return remembered.get();
            }
            return switch (asked.method()) {
                case "GET" -> route(names, query);
                case "PUT" -> put(names, asked.body());
                default -> wrongMethod(asked.method());
            };
        } catch (IllegalArgumentException e) {
            return RestReply.error(400, "malformed", String.valueOf(e.getMessage()));
        }
    }

    private static RestReply wrongMethod(String method) {
        return RestReply.error(405, "method_not_allowed", "Expected GET, or PUT for a note, found " + method + ".");
    }

    private RestReply route(List<String> path, QueryParameters query) {
        return switch (shape(path)) {
            case "status" -> RestReply.json(status.get());
            case "sessions" -> sessions(query);
            case "outlines" -> outlines(query);
            case "sessions/*" -> session(SessionId.of(path.get(1)));
            case "sessions/*/entries" -> entries(SessionId.of(path.get(1)), query);
            case "sessions/*/sources/*" ->
                source(SessionId.of(path.get(1)), new Hash(QueryParameters.decoded(path.get(3))));
            case "sessions/*/context" -> workingSet(SessionId.of(path.get(1)));
            case "sessions/*/edits" -> decisions(SessionId.of(path.get(1)));
            case "sessions/*/todo" -> note(SessionId.of(path.get(1)), NoteKind.TODO);
            case "sessions/*/pinned" -> note(SessionId.of(path.get(1)), NoteKind.PINNED);
            case "runs/*" -> run(path.get(1));
            default -> missing("Nothing is served at " + PREFIX + String.join("/", path) + ".");
        };
    }

    private RestReply put(List<String> path, Bytes body) {
        return switch (shape(path)) {
            case "sessions/*/todo" -> keep(SessionId.of(path.get(1)), NoteKind.TODO, body);
            case "sessions/*/pinned" -> keep(SessionId.of(path.get(1)), NoteKind.PINNED, body);
            default -> wrongMethod("PUT");
        };
    }

    /** The path with its names, which stand at every second place, as stars. */
    private static String shape(List<String> path) {
        return IntStream.range(0, path.size())
                .mapToObj(i -> i % 2 == 1 ? "*" : path.get(i))
                .collect(Collectors.joining("/"));
    }

    private RestReply sessions(QueryParameters query) {
        StorePage<SessionCard> page = library.sessions(query.maybe("after"), limit(query));
        boolean isAll = query.maybe("beside").equals(Optional.of("true"));
        List<SessionCard> listed =
                page.items().stream().filter(card -> isAll || !card.isBeside()).toList();
        return RestReply.json(new RemoteSessionCatalog.Sessions(listed, page.next()));
    }

    private RestReply outlines(QueryParameters query) {
        return RestReply.json(new RemoteSessionCatalog.Outlines(library.outlines(limit(query)), Optional.empty()));
    }

    private RestReply session(SessionId id) {
        return library.session(id).map(RestReply::json).orElseGet(() -> missing("There is no session " + id + "."));
    }

    private RestReply entries(SessionId id, QueryParameters query) {
        if (library.session(id).isEmpty()) {
            return missing("There is no session " + id + ".");
        }
        long after = query.whole("after", 0, 0, Long.MAX_VALUE);
        StorePage<ArchivedEntry> page = library.entries(id, after, limit(query));
        return RestReply.json(new RemoteSessionCatalog.Entries(page.items(), page.next()));
    }

    private RestReply source(SessionId id, Hash source) {
        return library.session(id)
                .flatMap(_ -> library.source(id, source))
                .map(RestReply::exact)
                .orElseGet(() -> missing("Session " + id + " has no source " + source + "."));
    }

    private RestReply workingSet(SessionId id) {
        return library.session(id)
                .flatMap(_ -> library.workingSet(id))
                .map(RestReply::json)
                .orElseGet(() -> missing("There is no session " + id + " with a request."));
    }

    private RestReply decisions(SessionId id) {
        return library.session(id)
                .map(_ -> library.decisions(id))
                .map(RestReply::json)
                .orElseGet(() -> missing("There is no session " + id + "."));
    }

    private RestReply note(SessionId id, NoteKind note) {
        if (library.session(id).isEmpty()) {
            return missing("There is no session " + id + ".");
        }
        String text = library.note(id, note).orElse("");
        return RestReply.json(new RemoteSessionCatalog.NoteText(id, note.word(), text));
    }

    private RestReply keep(SessionId id, NoteKind note, Bytes body) {
        if (library.session(id).isEmpty()) {
            return missing("There is no session " + id + ".");
        }
        String text = body.utf8();
        if (!Bytes.of(text).equals(body)) {
            return RestReply.error(400, "malformed", "Expected the text of the note as UTF-8.");
        }
        if (body.length() > StateNotes.MOST_BYTES) {
            return RestReply.error(
                    413,
                    "note_too_large",
                    "Expected a note of at most " + StateNotes.MOST_BYTES + " bytes, found " + body.length() + ".");
        }
        library.keepNote(id, note, text);
        return note(id, note);
    }

    private RestReply run(String run) {
        return RestReply.json(library.run(UUID.fromString(run)));
    }

    private static RestReply missing(String message) {
        return RestReply.error(404, "not_found", message);
    }

    private static int limit(QueryParameters query) {
        return (int) query.whole("limit", USUAL_PER_PAGE, 1, SessionCatalog.MOST_PER_PAGE);
    }
}
