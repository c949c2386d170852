package dev.throughline.engine.turn;

import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.Tenant;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A model request, as the client sent it.
 *
 * @param method the HTTP method
 * @param target path and query as sent, without the prefix {@code /run/<id>}
 * @param headers every header as sent
 * @param body the body as sent, possibly compressed
 * @param plain returns the body without its content encoding; throws {@code ProxyException(CALLER)} if it cannot be
 *     decoded
 * @param run the {@code throughline run} that it belongs to, if any
 * @param at when it arrived
 */
public record Inbound(
        Tenant tenant,
        Dialect dialect,
        String method,
        String target,
        Headers headers,
        Bytes body,
        Supplier<Bytes> plain,
        Optional<String> run,
        Instant at) {
    /**
     * The request to send upstream.
     *
     * @param plainBody a new body, not compressed; empty to send the client's own body
     */
    UpstreamRequest toUpstream(Optional<Bytes> plainBody, String model) {
        Headers sent = plainBody.isEmpty() ? headers : headers.without(header -> header.is("content-encoding"));
        return new UpstreamRequest(dialect, method, target, sent, plainBody.orElse(body), model);
    }
}
