package dev.throughline.search.embed;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * An embedder behind HTTP: posts batches, at most {@value #MAX_CONCURRENT} at the same time, each with a time limit.
 *
 * <p>An {@link EmbeddingApi} writes and reads the JSON of a provider. A failure names the provider and never the key.
 * Nothing is retried here: the backfill of an index tries again later, and a search uses keywords only.
 */
public final class RemoteEmbedder implements Embedder {
    private static final int MAX_CONCURRENT = 2;
    private static final int BATCH = 64;
    private static final int MAX_TOKENS = 2_048;
    private static final Duration DOCUMENTS_WITHIN = Duration.ofSeconds(60);
    private static final Duration QUERY_WITHIN = Duration.ofSeconds(5);
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final int MAX_ERROR_LENGTH = 300;

    /** The most numbers of one vector. */
    private static final int MAX_DIMENSIONS = 4_096;

    /** The path and the JSON of one provider's API. */
    interface EmbeddingApi {
        String model();

        /** The path below the base address. */
        String path();

        String body(List<String> texts, boolean isQuery);

        /** The vectors of {@code count} texts, in their order. */
        List<float[]> read(String body, int count);
    }

    private final String name;
    private final String address;
    private final Map<String, String> headers;
    private final EmbeddingApi api;
    private final HttpClient client;
    private final Semaphore places = new Semaphore(MAX_CONCURRENT, /* fair= */ true);

    /** @param headers sent with each request; they contain the key */
    RemoteEmbedder(String provider, String base, Map<String, String> headers, EmbeddingApi api) {
        this.name = provider + ":" + api.model();
        this.address = (base.endsWith("/") ? base : base + "/") + api.path();
        this.headers = Map.copyOf(headers);
        this.api = api;
        this.client = HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN).build();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int maxTokens() {
        return MAX_TOKENS;
    }

    @Override
    public int batch() {
        return BATCH * MAX_CONCURRENT;
    }

    /** Sends all batches; fails as a whole if one of them fails. */
    @Override
    public List<float[]> documents(List<String> texts) {
        List<CompletableFuture<List<float[]>>> answers = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += BATCH) {
            List<String> some = texts.subList(from, Math.min(texts.size(), from + BATCH));
            answers.add(sendInTurn(some));
        }
        List<float[]> vectors = new ArrayList<>();
        answers.forEach(answer -> vectors.addAll(await(answer, DOCUMENTS_WITHIN.multipliedBy(2))));
        return vectors;
    }

    private CompletableFuture<List<float[]>> sendInTurn(List<String> texts) {
        places.acquireUninterruptibly();
        boolean isSent = false;
        try {
            CompletableFuture<List<float[]>> answer = send(texts, /* isQuery= */ false, DOCUMENTS_WITHIN)
                    .whenComplete((vectors, failure) -> places.release());
            isSent = true;
            return answer;
        } finally {
            if (!isSent) {
                places.release();
            }
        }
    }

    @Override
    public float[] query(String text) {
        return await(send(List.of(text), /* isQuery= */ true, QUERY_WITHIN), QUERY_WITHIN)
                .getFirst();
    }

    private CompletableFuture<List<float[]>> send(List<String> texts, boolean isQuery, Duration within) {
        return client.sendAsync(request(texts, isQuery, within), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> read(response, texts.size()));
    }

    /** The message of the JDK is not passed on, because it quotes the header, which may be a key. */
    private HttpRequest request(List<String> texts, boolean isQuery, Duration within) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(within)
                    .header("content-type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(api.body(texts, isQuery)));
            headers.forEach(request::setHeader);
            return request.build();
        } catch (IllegalArgumentException e) {
            throw failed("cannot be asked: its address, its key or one of its headers cannot be sent");
        }
    }

    private List<float[]> read(HttpResponse<String> response, int count) {
        String body = response.body();
        if (response.statusCode() != 200) {
            throw failed("answered " + response.statusCode() + ": "
                    + body.substring(0, Math.min(body.length(), MAX_ERROR_LENGTH))
                            .strip());
        }
        try {
            List<float[]> vectors = api.read(body, count);
            int length = vectors.getFirst() == null ? 0 : vectors.getFirst().length;
            for (float[] vector : vectors) {
                if (vector == null || length == 0 || length > MAX_DIMENSIONS || vector.length != length) {
                    throw new IllegalArgumentException("expected " + count + " embeddings of one length");
                }
                Vectors.unit(vector);
            }
            return vectors;
        } catch (JacksonException | IllegalArgumentException e) {
            throw failed("answered what cannot be read: " + e.getMessage());
        }
    }

    private List<float[]> await(CompletableFuture<List<float[]>> answer, Duration within) {
        try {
            return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw unwrapped(e.getCause());
        } catch (TimeoutException e) {
            throw failed("did not answer within " + within.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("was not waited for");
        }
    }

    private ProxyException unwrapped(@Nullable Throwable cause) {
        return switch (cause) {
            case ProxyException known -> known;
            case CompletionException wrapped -> unwrapped(wrapped.getCause());
            case IOException e -> failed("could not be reached: " + Cause.words(e));
            case UncheckedIOException e -> failed("could not be reached: " + Cause.words(e));
            case null, default -> failed("failed: " + Cause.words(cause));
        };
    }

    private ProxyException failed(String how) {
        return new ProxyException(ProxyException.Kind.UPSTREAM, "embedding_failed", "the embedder " + name + " " + how);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
