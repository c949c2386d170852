package dev.throughline.gateway;

import dev.throughline.engine.exchange.Upstream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import java.util.Map;

/**
 * Who answers what.
 *
 * @param turns answers requests for a model
 * @param counts answers how many tokens such a request has
 * @param upstream where everything else under {@code /v1/} goes
 * @param plain handlers by path: one that ends with {@code /} takes everything below it, any other only itself; the
 *     longest path that matches wins. {@code /livez}, {@code /readyz}, {@code /health} and {@code /metrics} are among
 *     them
 */
public record Handlers(
        RequestHandler turns,
        RequestHandler counts,
        Upstream upstream,
        Map<String, PlainHandler> plain,
        ErrorWriter errors,
        GatewayListener listener) {
    public Handlers {
        plain = Map.copyOf(plain);
    }

    /** Writes the body of an error reply as a client of this dialect expects it. */
    public interface ErrorWriter {
        Bytes error(Dialect dialect, int status, String code, String message);
    }
}
