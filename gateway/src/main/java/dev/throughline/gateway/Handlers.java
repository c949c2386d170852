package dev.throughline.gateway;

import dev.throughline.engine.exchange.Upstream;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Map;

/**
 * The handlers of the routes.
 *
 * @param dialects the supported ones; the first applies where a request shows none
 * @param turns answers requests for a model
 * @param counts answers how many tokens such a request has
 * @param upstream where everything else under {@code /v1/} goes
 * @param plain handlers by path: one that ends with {@code /} takes everything below it, any other only itself; the
 *     longest path that matches wins. {@code /livez}, {@code /readyz}, {@code /health} and {@code /metrics} are among
 *     them
 */
public record Handlers(
        List<Wire> dialects,
        RequestHandler turns,
        RequestHandler counts,
        Upstream upstream,
        Map<String, PlainHandler> plain,
        GatewayListener listener) {
    public Handlers {
        dialects = List.copyOf(dialects);
        plain = Map.copyOf(plain);
    }
}
