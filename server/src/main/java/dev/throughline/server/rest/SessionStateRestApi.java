package dev.throughline.server.rest;

import static dev.throughline.server.rest.RouteContract.answers;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.rest.RouteContract.DeclaredBody;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * The routes that change what the model sees of a session:
 *
 * <pre>
 *   GET  sessions/ID/todo  sessions/ID/pinned    a note
 *   PUT  sessions/ID/todo  sessions/ID/pinned    replaces it with the body
 *   POST sessions/ID/compact                     the body: {"keep":"what to keep"}
 * </pre>
 */
final class SessionStateRestApi {
    private final SessionCatalog sessions;

    SessionStateRestApi(SessionCatalog sessions) {
        this.sessions = sessions;
    }

    void addTo(RestApi api) {
        for (NoteKind note : List.of(NoteKind.TODO, NoteKind.PINNED)) {
            String path = "sessions/*/" + note.word();
            Class<?> reply = RemoteSessionCatalog.NoteText.class;
            api.add("GET", path, answers("A note of a session.", reply), request -> note(request.session(), note));
            api.add(
                    "PUT",
                    path,
                    answers("Replaces a note; an empty body removes it.", reply).mayTake(DeclaredBody.TEXT),
                    request -> replaceNote(request, note));
        }
        api.add(
                "POST",
                "sessions/*/compact",
                answers("Replaces the history by a summary with the next message.", PlannedCompaction.class)
                        .mayTake(DeclaredBody.json(RemoteSessionCatalog.CompactionRequest.class)),
                this::compact);
    }

    private PlainAnswer note(SessionId id, NoteKind note) {
        if (sessions.session(id).isEmpty()) {
            return RestApi.noSession(id);
        }
        String text = sessions.note(id, note).orElse("");
        return RestReply.json(new RemoteSessionCatalog.NoteText(id, note.word(), text));
    }

    private PlainAnswer replaceNote(RestApi.RestRequest request, NoteKind note) {
        SessionId id = request.session();
        if (sessions.session(id).isEmpty()) {
            return RestApi.noSession(id);
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

    private PlainAnswer compact(RestApi.RestRequest request) {
        Optional<SessionCard> card = sessions.session(request.session());
        if (card.isEmpty()) {
            return RestApi.noSession(request.session());
        }
        try {
            return RestReply.json(sessions.compact(card.get(), keep(request)));
        } catch (ProxyException e) {
            int status = e.kind() == ProxyException.Kind.CALLER ? 413 : 503;
            return RestReply.error(status, e.code(), e.sentence());
        }
    }

    /** What a compaction should keep: the member {@code keep} of the body. An empty body keeps nothing special. */
    private static String keep(RestApi.RestRequest request) {
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
}
