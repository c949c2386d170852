package dev.throughline.replay.played;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.model.Headers;

/**
 * Calls by which the gateway asks a helper model in a replay: they go to the played model, which charges them to the
 * session that they are made for. Safe for use by many threads.
 */
public final class PlayedCalls implements HelperUpstream {
    private final Upstream model;

    public PlayedCalls(PlayedModel model) {
        this.model = model;
    }

    @Override
    public Said send(Request request) {
        Headers headers = request.headers().and(PlayedModel.HELPER, "1");
        UpstreamRequest question = new UpstreamRequest(
                request.dialect(), "POST", request.target(), headers, request.body(), request.model());
        try (Exchange exchange = model.send(question, new PlayedClient())) {
            boolean isStream =
                    exchange.headers().first("content-type").orElse("").startsWith("text/event-stream");
            return new Said(exchange.status(), isStream, exchange.peek(Integer.MAX_VALUE));
        }
    }
}
