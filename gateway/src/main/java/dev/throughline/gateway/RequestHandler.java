package dev.throughline.gateway;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Headers;

/** Answers a request for a provider. Runs on a virtual thread of its own and returns when the answer is complete. */
public interface RequestHandler {
    void handle(Inbound inbound, ClientStream client);

    /** Forwards every request as it is and streams its reply, without memory. */
    static RequestHandler passThrough(Upstream upstream) {
        return (inbound, client) -> {
            UpstreamRequest request = new UpstreamRequest(
                    inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), inbound.body(), "");
            try (Exchange exchange = upstream.send(request, client)) {
                exchange.pass(Headers.NONE);
            }
        };
    }
}
