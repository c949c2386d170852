package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.model.Headers;

/**
 * Calls by which the gateway asks a helper model in a replay: they go to the simulated model, which charges them to
 * their session. Safe for use by many threads.
 */
public final class ReplayHelperUpstream implements HelperUpstream {
    private final Upstream model;

    public ReplayHelperUpstream(ReplayModel model) {
        this.model = model;
    }

    @Override
    public HelperReply send(HelperRequest request) {
        Headers headers = request.headers().and(ReplayModel.HELPER, "1");
        UpstreamRequest question = new UpstreamRequest(
                request.dialect(), "POST", request.target(), headers, request.body(), request.model());
        try (Exchange exchange = model.send(question, new ReplyCollector())) {
            boolean isStream =
                    exchange.headers().first("content-type").orElse("").startsWith("text/event-stream");
            return new HelperReply(exchange.status(), isStream, exchange.peek(Integer.MAX_VALUE));
        }
    }
}
