package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;

/**
 * A complete request as the client sent it.
 *
 * @param target the request target as sent: path and query
 * @param body the body as sent, possibly compressed
 */
public record ReceivedRequest(String method, String target, Headers headers, Bytes body) {}
