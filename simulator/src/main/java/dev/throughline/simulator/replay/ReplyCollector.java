package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayOutputStream;

/** A client that keeps what it is answered. Safe for use by several threads. */
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
        // What it has is all.
    }

    @Override
    public void cut() {
        // What it has is all.
    }

    /** The status it was answered; 0 when it was not. */
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
