package dev.throughline.server.rest;

import dev.throughline.gateway.PlainHandler.PlainAnswer;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.GatewayClient;

/** Creates replies. They have no CORS headers, so a browser does not show them to pages of other sites. */
final class RestReply {
    private RestReply() {}

    static PlainAnswer json(Object view) {
        return of(200, "application/json", ViewJson.write(view));
    }

    static PlainAnswer exact(Bytes bytes) {
        return of(200, "application/octet-stream", bytes);
    }

    static PlainAnswer error(int status, String code, String message) {
        GatewayClient.RestError body = new GatewayClient.RestError(new GatewayClient.RestErrorDetail(code, message));
        return of(status, "application/json", ViewJson.write(body));
    }

    private static PlainAnswer of(int status, String type, Bytes body) {
        Headers headers =
                Headers.of("content-type", type, "cache-control", "no-store", "x-content-type-options", "nosniff");
        return new PlainAnswer(status, headers, body);
    }
}
