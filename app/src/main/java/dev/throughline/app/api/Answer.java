package dev.throughline.app.api;

import dev.throughline.app.library.JsonObject;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** A whole reply. It names no other site that may read it, so a browser keeps it from pages of other sites. */
public record Answer(int status, Headers headers, Bytes body) {
    static Answer json(Consumer<JsonGenerator> writer) {
        return of(200, "application/json", JsonObject.write(writer));
    }

    static Answer exact(Bytes bytes) {
        return of(200, "application/octet-stream", bytes);
    }

    static Answer error(int status, String code, String message) {
        return of(status, "application/json", JsonObject.write(json -> {
            json.writeStartObject();
            json.writeName("error");
            json.writeStartObject();
            json.writeStringProperty("code", code);
            json.writeStringProperty("message", message);
            json.writeEndObject();
            json.writeEndObject();
        }));
    }

    private static Answer of(int status, String type, Bytes body) {
        Headers headers =
                Headers.of("content-type", type, "cache-control", "no-store", "x-content-type-options", "nosniff");
        return new Answer(status, headers, body);
    }
}
