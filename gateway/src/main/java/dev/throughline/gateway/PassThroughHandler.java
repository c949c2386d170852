package dev.throughline.gateway;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Headers;

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
            exchange.pass(Headers.NONE);
        }
    }
}
