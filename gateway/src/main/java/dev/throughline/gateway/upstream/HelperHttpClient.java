package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends the gateway's own requests to the helper model, over the platform's HTTP client, and waits for the whole reply:
 * they are few, so they do not need the transfer that relays replies to clients. A call that takes too long is
 * cancelled, and its connection closed. Safe for use by many threads.
 */
public final class HelperHttpClient implements HelperUpstream {
    private static final Duration CONNECT_TIME = Duration.ofSeconds(10);

    /** No answer of the helper model is longer. */
    private static final int MOST_REPLY_BYTES = 8 << 20;

    private static final String MARK = "X-Throughline-Helper";

    /** Headers that describe the client's own body or call, and those that the HTTP client sets itself. */
    private static final Set<String> NOT_OURS =
            Set.of("content-encoding", "content-length", "host", "connection", "expect", "idempotency-key");

    private final ProviderTable providers;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIME)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    public HelperHttpClient(ProviderTable providers) {
        this.providers = providers;
    }

    @Override
    public HelperReply send(HelperRequest request) {
        HttpResponse<byte[]> reply = await(
                http.sendAsync(
                        http(request),
                        HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_REPLY_BYTES)),
                request.timeout());
        String type = reply.headers().firstValue("content-type").orElse("");
        boolean isStream = type.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
        return new HelperReply(reply.statusCode(), isStream, Bytes.of(reply.body()));
    }

    private HttpRequest http(HelperRequest request) {
        ProviderTable.Address address = providers.address(new UpstreamRequest(
                request.dialect(), "POST", request.target(), request.headers(), request.body(), request.model()));
        Bytes body = request.body();
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(address.url()))
                .timeout(request.timeout())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.array(), body.offset(), body.length()));
        for (Headers.Header header : address.headers().all()) {
            if (!NOT_OURS.contains(header.name().toLowerCase(Locale.ROOT))) {
                builder.header(header.name(), header.value());
            }
        }
        return builder.header(MARK, "1").build();
    }

    private static HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> call, Duration time) {
        try {
            return call.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            call.cancel(true);
            throw new ProxyException(
                    ProxyException.Kind.UPSTREAM, "upstream_timeout", "No answer within " + time + ".", e);
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.UPSTREAM, "upstream_broken", "The wait for an answer was interrupted.", e);
        }
    }

    private static ProxyException failure(Throwable cause) {
        String code = "upstream_broken";
        if (cause instanceof ConnectException) {
            code = "upstream_unreachable";
        } else if (cause instanceof HttpTimeoutException) {
            code = "upstream_timeout";
        }
        return new ProxyException(ProxyException.Kind.UPSTREAM, code, "No answer: " + cause + ".", cause);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
