package dev.throughline.app.library;

import dev.throughline.engine.archive.Store;
import java.nio.file.Path;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;

/**
 * How a running gateway is:
 *
 * <pre>{"version":"0.1.0","pid":4711,"home":"/…","address":"http://127.0.0.1:8787","started":"…Z","writable":true,"detail":""}</pre>
 */
public final class StatusJson {
    /** The same as a value. */
    public record Status(
            String version, long pid, Path home, String address, Instant started, boolean isWritable, String detail) {
        /** This status with the store's health of now. */
        public Status now(Store.Health health) {
            return new Status(version, pid, home, address, started, health.isWritable(), health.detail());
        }
    }

    private StatusJson() {}

    public static void write(Status status, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("version", status.version());
        json.writeNumberProperty("pid", status.pid());
        json.writeStringProperty("home", status.home().toString());
        json.writeStringProperty("address", status.address());
        json.writeStringProperty("started", status.started().toString());
        json.writeBooleanProperty("writable", status.isWritable());
        json.writeStringProperty("detail", status.detail());
        json.writeEndObject();
    }

    public static Status read(JsonObject json) {
        return new Status(
                json.text("version"),
                json.number("pid"),
                Path.of(json.text("home")),
                json.text("address"),
                json.time("started"),
                json.text("writable").equals("true"),
                json.text("detail"));
    }
}
