package dev.throughline.app.library;

import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.state.Note;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Asks a running gateway, since only it may read the files that it holds. */
final class RemoteLibrary implements Library {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final URI gateway;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    RemoteLibrary(URI gateway) {
        this.gateway = gateway;
    }

    @Override
    public Page<SessionCard> sessions(Optional<String> after, int limit) {
        String query = "?limit=" + limit
                + after.map(next -> "&after=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                        .orElse("");
        return page("sessions" + query, "sessions", CardJson::read);
    }

    @Override
    public Optional<SessionCard> session(SessionId id) {
        return ask("sessions/" + id).map(body -> CardJson.read(JsonObject.read(body)));
    }

    @Override
    public Page<Kept> entries(SessionId id, long after, int limit) {
        return page("sessions/" + id + "/entries?after=" + after + "&limit=" + limit, "entries", EntryJson::read);
    }

    @Override
    public Optional<Bytes> source(SessionId id, Hash source) {
        return ask("sessions/" + id + "/sources/" + source.text()).map(Bytes::of);
    }

    @Override
    public Optional<WorkingView> workingSet(SessionId id) {
        return ask("sessions/" + id + "/context").map(body -> WorkingJson.read(JsonObject.read(body)));
    }

    @Override
    public Decisions decisions(SessionId id) {
        String path = "sessions/" + id + "/edits";
        return ask(path)
                .map(body -> DecisionsJson.read(JsonObject.read(body)))
                .orElseThrow(() -> unexpected(path, 404));
    }

    @Override
    public Optional<String> note(SessionId id, Note note) {
        return ask("sessions/" + id + "/" + note.word())
                .map(body -> JsonObject.read(body).text("text"))
                .filter(text -> !text.isEmpty());
    }

    @Override
    public void keepNote(SessionId id, Note note, String text) {
        String path = "sessions/" + id + "/" + note.word();
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8);
        HttpResponse<byte[]> reply = send(path, request -> request.PUT(body).header("content-type", "text/plain"));
        if (reply.statusCode() == 400 || reply.statusCode() == 413) {
            String said = JsonObject.read(reply.body())
                    .object("error")
                    .map(error -> error.text("message"))
                    .orElse("");
            throw new ProxyException(ProxyException.Kind.CALLER, "note_refused", said);
        }
        if (reply.statusCode() != 200) {
            throw unexpected(path, reply.statusCode());
        }
    }

    @Override
    public RunSummary run(UUID run) {
        return ask("runs/" + run)
                .map(body -> RunJson.read(JsonObject.read(body)))
                .orElseThrow(() -> unexpected("runs/" + run, 404));
    }

    @Override
    public Optional<StatusJson.Status> status() {
        return ask("status").map(body -> StatusJson.read(JsonObject.read(body)));
    }

    @Override
    public void close() {
        client.close();
    }

    private <T> Page<T> page(String path, String field, Function<JsonObject, T> reader) {
        JsonObject json = ask(path).map(JsonObject::read).orElseThrow(() -> unexpected(path, 404));
        return new Page<>(json.objects(field).stream().map(reader).toList(), json.maybe("next"));
    }

    /** The body of the answer; empty when there is no such thing. */
    private Optional<byte[]> ask(String path) {
        HttpResponse<byte[]> reply = send(path, request -> request);
        if (reply.statusCode() == 404) {
            return Optional.empty();
        }
        if (reply.statusCode() != 200) {
            throw unexpected(path, reply.statusCode());
        }
        return Optional.of(reply.body());
    }

    private HttpResponse<byte[]> send(String path, UnaryOperator<HttpRequest.Builder> more) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(gateway.resolve("/api/v1/" + path)).timeout(TIMEOUT);
        try {
            return client.send(more.apply(request).build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "gateway_unreachable",
                    "expected an answer from the gateway at " + gateway + ", found " + e
                            + "; it may have just stopped, try again",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.STORE, "interrupted", "interrupted while asking " + gateway, e);
        }
    }

    private ProxyException unexpected(String path, int status) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "gateway_refused",
                "expected the gateway at " + gateway + " to answer " + path + ", found status " + status
                        + "; it may be of another version, restart it");
    }
}
