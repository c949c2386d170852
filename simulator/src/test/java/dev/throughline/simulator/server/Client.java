package dev.throughline.simulator.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A small client of the server that sends the headers every real client sends. */
final class Client implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ModelServer server;

    Client(ModelServer server) {
        this.server = server;
    }

    HttpClient http() {
        return http;
    }

    HttpRequest.Builder request(String target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + target))
                .timeout(TIMEOUT)
                .header("content-type", "application/json")
                .header("authorization", "Bearer sk-test");
        return target.startsWith("/v1/messages") ? request.header("anthropic-version", "2023-06-01") : request;
    }

    HttpRequest post(String target, String body) {
        return request(target).POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    HttpResponse<String> send(String target, String body) throws IOException, InterruptedException {
        return send(post(target, body));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
