package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayOutputStream;

/** A client that collects the reply. Thread-safe. */
public final class ReplyCollector implements ClientStream {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private Headers headers = Headers.NONE;
    private int status;

    @Override
    public synchronized void answer(int code, Headers head, Bytes content) {
        begin(code, head);
        take(content);
    }

    /** The head of a reply; of several the first counts, as on a connection. */
    synchronized void begin(int code, Headers head) {
        if (status == 0) {
            status = code;
            headers = head;
        }
    }

    /** More of the reply. */
    synchronized void take(Bytes content) {
        body.write(content.array(), content.offset(), content.length());
    }

    @Override
    public synchronized boolean hasBegun() {
        return status != 0;
    }

    @Override
    public boolean isGone() {
        return false;
    }

    @Override
    public void write(Bytes bytes) {
        take(bytes);
    }

    @Override
    public void end() {
        // The reply is complete.
    }

    @Override
    public void cut() {
        // The reply is complete.
    }

    /** The status of the reply; 0 if there was none. */
    public synchronized int status() {
        return status;
    }

    public synchronized Headers headers() {
        return headers;
    }

    public synchronized Bytes body() {
        return Bytes.of(body.toByteArray());
    }
}
