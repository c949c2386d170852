package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;

/**
 * A request to a provider. For requests in a dialect, the upstream replaces {@code accept-encoding}, so that the reply
 * can be read.
 *
 * @param target path and query as the client sent them; the upstream adds its own base
 * @param headers the client's headers without hop-by-hop ones and our own
 * @param model the requested model, which may select the provider; may be empty
 */
public record UpstreamRequest(
        Dialect dialect, String method, String target, Headers headers, Bytes body, String model) {}
