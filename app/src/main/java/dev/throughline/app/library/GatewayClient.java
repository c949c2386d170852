package dev.throughline.app.library;

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
        return reply.statusCode() == MISSING ? Optional.empty() : Optional.of(good(path, reply));
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
        if (reply.statusCode() == 400 || reply.statusCode() == 413) {
            String said = JsonObject.read(reply.body())
                    .object("error")
                    .map(error -> error.text("message"))
                    .orElse("");
            throw new ProxyException(ProxyException.Kind.CALLER, "gateway_declined", said);
        }
        if (reply.statusCode() != OK) {
            throw unexpected(path, reply.statusCode());
        }
        return reply.body();
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
