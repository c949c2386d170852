package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Span;
import java.io.InputStream;

/**
 * A reply that is complete at once. Its body is sent to the client when it is relayed, and the copy is the body itself.
 */
public final class ReplayExchange implements Exchange {
    private static final Headers STREAM =
            Headers.of("content-type", "text/event-stream; charset=utf-8", "cache-control", "no-cache");
    private static final Headers JSON = Headers.of("content-type", "application/json");

    private final int status;
    private final Headers headers;
    private final Bytes body;
    private final ClientStream client;

    private ReplayExchange(int status, Headers headers, Bytes body, ClientStream client) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.client = client;
    }

    static ReplayExchange stream(Bytes events, ClientStream client) {
        return new ReplayExchange(200, STREAM, events, client);
    }

    /** A reply that is one object of JSON. */
    public static ReplayExchange json(int status, Bytes body, ClientStream client) {
        return new ReplayExchange(status, JSON, body, client);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public Headers headers() {
        return headers;
    }

    @Override
    public Bytes peek(int mostBytes) {
        return body.slice(new Span(0, Math.min(mostBytes, body.length())));
    }

    @Override
    public InputStream relay(Headers added) {
        reach(added, body);
        return body.stream();
    }

    @Override
    public InputStream relay(Headers added, ReplyTransform passage) {
        reach(added, passage.pass(body.array(), body.offset(), body.length()));
        return body.stream();
    }

    /** Nothing that reaches the client leaves it untouched, as on a connection. */
    private void reach(Headers added, Bytes bytes) {
        if (client instanceof ReplyCollector listening && !bytes.isEmpty()) {
            Headers all = headers;
            for (Headers.Header header : added.all()) {
                all = all.and(header.name(), header.value());
            }
            listening.begin(status, all);
            listening.take(bytes);
        }
    }

    @Override
    public Outcome outcome() {
        return Outcome.COMPLETE;
    }

    @Override
    public void finish(Bytes last) {
        reach(Headers.NONE, last); // An end that is held back shows only on a real connection.
    }

    @Override
    public void leaveOpen() {
        // The next exchange writes to the same client.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
