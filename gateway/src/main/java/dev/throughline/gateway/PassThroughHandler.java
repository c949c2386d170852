package dev.throughline.gateway;

import dev.throughline.engine.turn.ClientStream;
import dev.throughline.engine.turn.Exchange;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.Upstream;
import dev.throughline.engine.turn.UpstreamRequest;
import dev.throughline.model.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Forwards a request as it is and streams its reply, without memory. */
final class PassThroughHandler implements TurnHandler {
    private final Upstream upstream;
    private final Observer observer;

    PassThroughHandler(Upstream upstream, Observer observer) {
        this.upstream = upstream;
        this.observer = observer;
    }

    @Override
    public void handle(Inbound inbound, ClientStream client) {
        pass(inbound, client, Observer.NONE);
    }

    /** Does the same, and tells the observer before the client sees the end. */
    void handleObserved(Inbound inbound, ClientStream client) {
        pass(inbound, client, observer);
    }

    private void pass(Inbound inbound, ClientStream client, Observer told) {
        UpstreamRequest request = new UpstreamRequest(
                inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), inbound.body(), "");
        try (Exchange exchange = upstream.send(request, client)) {
            try (InputStream copy = exchange.relay(Headers.NONE)) {
                copy.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException("expected a copy in memory, found one that fails", e);
            }
            told.passed(inbound, exchange.status());
            exchange.finish();
        }
    }
}
