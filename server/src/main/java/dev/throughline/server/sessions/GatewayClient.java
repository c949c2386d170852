package dev.throughline.server.sessions;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import dev.throughline.server.json.ViewJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A client of the REST interface. Failures have a message for the user. Safe for use by many threads. */
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

    public URI address() {
        return gateway;
    }

    /** The status of the gateway at an address. */
    public static GatewayStatus status(URI gateway) {
        try (GatewayClient client = new GatewayClient(gateway)) {
            return client.require("status", GatewayStatus.class);
        }
    }

    /** The body of the answer; empty if nothing is found at this path. */
    public Optional<byte[]> fetch(String path) {
        HttpResponse<byte[]> reply = send(path, request -> request);
        boolean isMissing = reply.statusCode() == MISSING
                && reported(reply)
                        .filter(error -> !error.code().equals("not_found"))
                        .isEmpty();
        return isMissing ? Optional.empty() : Optional.of(requireOk(path, reply));
    }

    /** The answer as a view; empty if nothing is found at this path. */
    public <T> Optional<T> fetch(String path, Class<T> type) {
        return fetch(path).map(body -> parse(path, body, type));
    }

    /** The answer as a view. Fails if nothing is found at this path. */
    public <T> T require(String path, Class<T> type) {
        return fetch(path, type).orElseThrow(() -> unexpected(path, "status " + MISSING));
    }

    private <T> T parse(String path, byte[] body, Class<T> type) {
        try {
            return ViewJson.read(body, type);
        } catch (JacksonException e) {
            throw unexpected(path, "an unknown document: " + e.getOriginalMessage());
        }
    }

    /** Puts a text. */
    void put(String path, String text) {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8);
        requireOk(path, send(path, request -> request.PUT(body).header("content-type", "text/plain")));
    }

    /** Posts a request that may take long. */
    public byte[] post(String path) {
        return requireOk(
                path,
                send(
                        path,
                        request -> request.POST(HttpRequest.BodyPublishers.noBody())
                                .timeout(LONG_TIMEOUT)));
    }

    /** Posts a request that may take long, and returns the answer as a view. */
    public <T> T post(String path, Class<T> type) {
        return parse(path, post(path), type);
    }

    /** Posts a view to a request that may take long, and returns the answer as a view. */
    public <T> T post(String path, Object view, Class<T> type) {
        HttpRequest.BodyPublisher body =
                HttpRequest.BodyPublishers.ofByteArray(ViewJson.write(view).toArray());
        HttpResponse<byte[]> reply = send(
                path,
                request -> request.POST(body)
                        .header("content-type", "application/json")
                        .timeout(LONG_TIMEOUT));
        return parse(path, requireOk(path, reply), type);
    }

    /** Deletes what is at a path, and returns the answer as a view. */
    <T> T delete(String path, Class<T> type) {
        return parse(path, requireOk(path, send(path, HttpRequest.Builder::DELETE)), type);
    }

    private byte[] requireOk(String path, HttpResponse<byte[]> reply) {
        if (reply.statusCode() == OK) {
            return reply.body();
        }
        throw reported(reply).orElseGet(() -> unexpected(path, "status " + reply.statusCode()));
    }

    /** The error that the gateway reports; empty if the body has another format, as in another version. */
    private static Optional<ProxyException> reported(HttpResponse<byte[]> reply) {
        ProxyException.Kind kind = reply.statusCode() < SERVER ? ProxyException.Kind.CALLER : ProxyException.Kind.STORE;
        try {
            return Optional.ofNullable(
                            ViewJson.read(reply.body(), RestError.class).error())
                    .map(error -> new ProxyException(kind, error.code(), error.message()));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The body of an error. */
    public record RestError(@Nullable RestErrorDetail error) {}

    public record RestErrorDetail(String code, String message) {}

    private HttpResponse<byte[]> send(String path, UnaryOperator<HttpRequest.Builder> customize) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(gateway.resolve("/api/v1/" + path)).timeout(TIMEOUT);
        try {
            return client.send(customize.apply(request).build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "gateway_unreachable",
                    "the gateway at " + gateway + " does not answer: " + Cause.words(e)
                            + "; it may have just stopped, try again",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.STORE, "interrupted", "interrupted while waiting for " + gateway, e);
        }
    }

    private ProxyException unexpected(String path, String found) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "gateway_refused",
                "the gateway at " + gateway + " answered " + path + " with " + found
                        + "; it may have another version, restart it");
    }

    @Override
    public void close() {
        client.close();
    }
}
