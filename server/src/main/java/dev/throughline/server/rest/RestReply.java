package dev.throughline.server.rest;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.GatewayClient;

/** A whole reply. It names no other site that may read it, so a browser keeps it from pages of other sites. */
public record RestReply(int status, Headers headers, Bytes body) {
    static RestReply json(Object view) {
        return of(200, "application/json", ViewJson.write(view));
    }

    static RestReply exact(Bytes bytes) {
        return of(200, "application/octet-stream", bytes);
    }

    static RestReply error(int status, String code, String message) {
        return of(
                status,
                "application/json",
                ViewJson.write(new GatewayClient.Declined(new GatewayClient.Declined.Reason(code, message))));
    }

    private static RestReply of(int status, String type, Bytes body) {
        Headers headers =
                Headers.of("content-type", type, "cache-control", "no-store", "x-content-type-options", "nosniff");
        return new RestReply(status, headers, body);
    }
}
