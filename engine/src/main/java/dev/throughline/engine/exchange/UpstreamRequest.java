package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;

/**
 * What we send to a provider. A request whose reply is read as it passes asks for a plain one: the upstream replaces
 * {@code accept-encoding} on every path that speaks a dialect, whatever stands in {@code headers}.
 *
 * @param target path and query as the client sent them; the upstream puts its own base before it
 * @param headers the client's headers without hop-by-hop ones and our own
 * @param model the model asked for, which may choose the provider; may be empty
 */
public record UpstreamRequest(
        Dialect dialect, String method, String target, Headers headers, Bytes body, String model) {}
