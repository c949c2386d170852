package dev.throughline.app.library;

import dev.throughline.model.Bytes;
import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Asks a running gateway; whatever is wrong is said in a sentence for the user. Safe for use by many threads. */
public final class GatewayClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LONG_TIMEOUT = Duration.ofMinutes(15);
    private static final int OK = 200;
    private static final int MISSING = 404;
    private static final int SERVER = 500;

    private final URI gateway;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    public GatewayClient(URI gateway) {
        this.gateway = gateway;
    }

    /** The body of the answer; empty when there is no such thing. */
    public Optional<byte[]> ask(String path) {
        HttpResponse<byte[]> reply = send(path, request -> request);
        boolean isMissing = reply.statusCode() == MISSING
                && declined(reply)
                        .filter(said -> !said.code().equals("not_found"))
                        .isEmpty();
        return isMissing ? Optional.empty() : Optional.of(good(path, reply));
    }

    /** Puts a text. */
    void put(String path, String text) {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8);
        good(path, send(path, request -> request.PUT(body).header("content-type", "text/plain")));
    }

    /** Asks for work to be done, which may take long. */
    public byte[] post(String path) {
        return good(
                path,
                send(
                        path,
                        request -> request.POST(HttpRequest.BodyPublishers.noBody())
                                .timeout(LONG_TIMEOUT)));
    }

    private byte[] good(String path, HttpResponse<byte[]> reply) {
        if (reply.statusCode() == OK) {
            return reply.body();
        }
        throw declined(reply).orElseGet(() -> unexpected(path, reply.statusCode()));
    }

    /** What a gateway says for itself; empty if its answer is not in our words, as that of another version may be. */
    private static Optional<ProxyException> declined(HttpResponse<byte[]> reply) {
        ProxyException.Kind kind = reply.statusCode() < SERVER ? ProxyException.Kind.CALLER : ProxyException.Kind.STORE;
        return reply.body().length > 0 && reply.body()[0] == '{' && JsonObject.isValue(Bytes.of(reply.body()))
                ? JsonObject.read(reply.body())
                        .object("error")
                        .map(error -> new ProxyException(kind, error.text("code"), error.text("message")))
                : Optional.empty();
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
                    "expected an answer from the gateway at " + gateway + ", found that " + Cause.words(e)
                            + "; it may have just stopped, try again",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.STORE, "interrupted", "interrupted while asking " + gateway, e);
        }
    }

    ProxyException unexpected(String path, int status) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "gateway_refused",
                "expected the gateway at " + gateway + " to answer " + path + ", found status " + status
                        + "; it may be of another version, restart it");
    }

    @Override
    public void close() {
        client.close();
    }
}
