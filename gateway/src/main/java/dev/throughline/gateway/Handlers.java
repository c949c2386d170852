package dev.throughline.gateway;

import dev.throughline.engine.exchange.Upstream;
import java.util.Map;

/**
 * Who answers what.
 *
 * @param turns answers requests for a model
 * @param counts answers how many tokens such a request has
 * @param upstream where everything else under {@code /v1/} goes
 * @param plain handlers by path: one that ends with {@code /} takes everything below it, any other only itself; the
 *     longest path that matches wins. {@code /livez}, {@code /readyz}, {@code /health} and {@code /metrics} stand here
 *     too
 */
public record Handlers(
        TurnHandler turns,
        TurnHandler counts,
        Upstream upstream,
        Map<String, PlainHandler> plain,
        ErrorShape errors,
        GatewayListener listener) {
    public Handlers {
        plain = Map.copyOf(plain);
    }

    /** The same where the provider counts what the client sends. */
    public Handlers(
            TurnHandler turns,
            Upstream upstream,
            Map<String, PlainHandler> plain,
            ErrorShape errors,
            GatewayListener listener) {
        this(turns, new PassThroughHandler(upstream), upstream, plain, errors, listener);
    }
}
