package dev.throughline.gateway;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Forwards a request as it is and streams its reply, without memory. */
final class PassThroughHandler implements TurnHandler {
    private final Upstream upstream;

    PassThroughHandler(Upstream upstream) {
        this.upstream = upstream;
    }

    @Override
    public void handle(Inbound inbound, ClientStream client) {
        UpstreamRequest request = new UpstreamRequest(
                inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), inbound.body(), "");
        try (Exchange exchange = upstream.send(request, client)) {
            try (InputStream copy = exchange.relay(Headers.NONE)) {
                copy.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException("expected a copy in memory, found one that fails", e);
            }
            exchange.finish();
        }
    }
}
