package dev.throughline.app.library;

import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.state.Note;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Asks a running gateway, since only it may read the files that it holds. */
final class RemoteLibrary implements Library {
    private final GatewayClient gateway;

    RemoteLibrary(URI gateway) {
        this.gateway = new GatewayClient(gateway);
    }

    @Override
    public Page<SessionCard> sessions(Optional<String> after, int limit) {
        String query = "?beside=true&limit=" + limit
                + after.map(next -> "&after=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                        .orElse("");
        return page("sessions" + query, "sessions", CardJson::read);
    }

    @Override
    public List<Outline> outlines(int limit) {
        return page("outlines?limit=" + limit, "sessions", Outline::read).items();
    }

    @Override
    public Optional<SessionCard> session(SessionId id) {
        return gateway.ask("sessions/" + id).map(body -> CardJson.read(JsonObject.read(body)));
    }

    @Override
    public Page<Kept> entries(SessionId id, long after, int limit) {
        return page("sessions/" + id + "/entries?after=" + after + "&limit=" + limit, "entries", EntryJson::read);
    }

    @Override
    public Optional<Bytes> source(SessionId id, Hash source) {
        return gateway.ask("sessions/" + id + "/sources/" + source.text()).map(Bytes::of);
    }

    @Override
    public Optional<WorkingView> workingSet(SessionId id) {
        return gateway.ask("sessions/" + id + "/context").map(body -> WorkingJson.read(JsonObject.read(body)));
    }

    @Override
    public Decisions decisions(SessionId id) {
        String path = "sessions/" + id + "/edits";
        return gateway.ask(path)
                .map(body -> DecisionsJson.read(JsonObject.read(body)))
                .orElseThrow(() -> gateway.unexpected(path, 404));
    }

    @Override
    public Optional<String> note(SessionId id, Note note) {
        return gateway.ask("sessions/" + id + "/" + note.word())
                .map(body -> JsonObject.read(body).text("text"))
                .filter(text -> !text.isEmpty());
    }

    @Override
    public void keepNote(SessionId id, Note note, String text) {
        gateway.put("sessions/" + id + "/" + note.word(), text);
    }

    @Override
    public RunSummary run(UUID run) {
        return gateway.ask("runs/" + run)
                .map(body -> RunJson.read(JsonObject.read(body)))
                .orElseThrow(() -> gateway.unexpected("runs/" + run, 404));
    }

    @Override
    public Optional<StatusJson.Status> status() {
        return gateway.ask("status").map(body -> StatusJson.read(JsonObject.read(body)));
    }

    @Override
    public void close() {
        gateway.close();
    }

    private <T> Page<T> page(String path, String field, Function<JsonObject, T> reader) {
        JsonObject json = gateway.ask(path).map(JsonObject::read).orElseThrow(() -> gateway.unexpected(path, 404));
        return new Page<>(json.objects(field).stream().map(reader).toList(), json.maybe("next"));
    }
}
