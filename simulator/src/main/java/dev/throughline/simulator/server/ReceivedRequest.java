package dev.throughline.simulator.server;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Usage;
import dev.throughline.simulator.json.JsonNodes;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One request as the server received it, and what became of it.
 *
 * <p>What came is fixed; what became of it is filled in while it is answered and may be read at any time.
 */
public final class ReceivedRequest {
    private final int number;
    private final String method;
    private final String target;
    private final Headers headers;
    private final Bytes body;
    private final Instant arrived;

    private volatile @Nullable Usage billed;
    private volatile @Nullable Integer status;
    private volatile @Nullable Instant cancelled;
    private volatile boolean finished;

    ReceivedRequest(int number, String method, String target, Headers headers, Bytes body, Instant arrived) {
        this.number = number;
        this.method = method;
        this.target = target;
        this.headers = headers;
        this.body = body;
        this.arrived = arrived;
    }

    /** The place of this request among all that the server received, from 0. */
    public int number() {
        return number;
    }

    public String method() {
        return method;
    }

    /** Path and query, as they came. */
    public String target() {
        return target;
    }

    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    public Headers headers() {
        return headers;
    }

    /** The body exactly as it came, still in its {@code content-encoding}. */
    public Bytes body() {
        return body;
    }

    public Optional<String> contentEncoding() {
        return headers.first("content-encoding").filter(coding -> !coding.equals("identity"));
    }

    /** Whether {@link #plainBody()} can undo the encoding: the JDK knows gzip, and neither zstd nor br. */
    public boolean isReadable() {
        return contentEncoding().map("gzip"::equals).orElse(true);
    }

    /**
     * The body without its encoding.
     *
     * @throws IOException if it is not what its encoding says, or in one that is not {@linkplain #isReadable readable}
     */
    public Bytes plainBody() throws IOException {
        if (contentEncoding().isEmpty()) {
            return body;
        }
        if (!isReadable()) {
            throw new IOException(
                    "expected identity or gzip, found " + contentEncoding().orElseThrow());
        }
        try (InputStream plain = new GZIPInputStream(body.stream())) {
            return Bytes.of(plain.readAllBytes());
        }
    }

    /** The body as a tree; fails if it is not JSON, for tests that know it is. */
    public JsonNode json() throws IOException {
        return JsonNodes.read(plainBody().toArray());
    }

    public Instant arrived() {
        return arrived;
    }

    /** What the client was billed; empty until the answer began, and if the request was refused. */
    public Optional<Usage> billed() {
        return Optional.ofNullable(billed);
    }

    /** The status of the answer, once it began. */
    public Optional<Integer> status() {
        return Optional.ofNullable(status);
    }

    /** When the client left before it had its whole answer. */
    public Optional<Instant> cancelled() {
        return Optional.ofNullable(cancelled);
    }

    /** Whether the exchange is over: answered, cut or cancelled. */
    public boolean isFinished() {
        return finished;
    }

    void bill(Usage usage) {
        billed = usage;
    }

    void answeredWith(int code) {
        status = code;
    }

    void cancelledAt(Instant time) {
        cancelled = time;
    }

    void finish() {
        finished = true;
    }

    @Override
    public String toString() {
        return "#" + number + " " + method + " " + target + " " + body;
    }
}
