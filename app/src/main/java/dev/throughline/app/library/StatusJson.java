package dev.throughline.app.library;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.LearnedWindows;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * How a running gateway is:
 *
 * <pre>{"version":"0.1.0","pid":4711,"home":"/…","address":"http://127.0.0.1:8787","started":"…Z","writable":true,"detail":"",
 *  "started_by":"run","runs":1,"open_requests":0,"exits_at":"…Z","settings":{"openai.url":"s2:…"},
 *  "learned_windows":[{"upstream":"https://…","model":"gpt-9","tokens":272000,"at":"…Z"}]}</pre>
 *
 * {@code exits_at} is there while nobody uses a gateway that exits by itself. The settings are digests of those that
 * are not the default.
 */
public final class StatusJson {
    /** The same as a value. */
    public record Status(
            String version,
            long pid,
            Path home,
            String address,
            Instant started,
            boolean isWritable,
            String detail,
            Use use,
            List<LearnedWindows.Learned> windows) {
        public Status {
            windows = List.copyOf(windows);
        }

        /** This status with the store's health of now. */
        public Status now(Store.Health health) {
            return new Status(version, pid, home, address, started, health.isWritable(), health.detail(), use, windows);
        }
    }

    /**
     * What a gateway is used for.
     *
     * @param startedBy the command that started it
     * @param runs runs that live
     * @param openRequests requests for models that are under way
     * @param exitsAt when it exits if nothing happens
     * @param settings digests of its settings, by key
     */
    public record Use(
            String startedBy, int runs, int openRequests, Optional<Instant> exitsAt, Map<String, String> settings) {
        public Use {
            settings = Map.copyOf(settings);
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
        Use use = status.use();
        json.writeStringProperty("started_by", use.startedBy());
        json.writeNumberProperty("runs", use.runs());
        json.writeNumberProperty("open_requests", use.openRequests());
        json.writeName("exits_at");
        use.exitsAt().map(Instant::toString).ifPresentOrElse(json::writeString, json::writeNull);
        json.writeName("settings");
        json.writeStartObject();
        use.settings().forEach(json::writeStringProperty);
        json.writeEndObject();
        windows(status.windows(), json);
        json.writeEndObject();
    }

    /** Windows that were learned, as a field of an object. */
    public static void windows(List<LearnedWindows.Learned> windows, JsonGenerator json) {
        json.writeName("learned_windows");
        json.writeStartArray();
        for (LearnedWindows.Learned window : windows) {
            json.writeStartObject();
            json.writeStringProperty("upstream", window.upstream());
            json.writeStringProperty("model", window.model());
            json.writeNumberProperty("tokens", window.tokens());
            json.writeStringProperty("at", window.at().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The same, read. */
    public static List<LearnedWindows.Learned> windows(JsonObject json) {
        return json.objects("learned_windows").stream()
                .map(window -> new LearnedWindows.Learned(
                        window.text("upstream"), window.text("model"), window.number("tokens"), window.time("at")))
                .toList();
    }

    public static Status read(JsonObject json) {
        return new Status(
                json.text("version"),
                json.number("pid"),
                Path.of(json.text("home")),
                json.text("address"),
                json.time("started"),
                json.text("writable").equals("true"),
                json.text("detail"),
                use(json),
                windows(json));
    }

    private static Use use(JsonObject json) {
        Map<String, String> settings = new TreeMap<>();
        json.object("settings")
                .ifPresent(given -> given.fields().keySet().forEach(name -> settings.put(name, given.text(name))));
        return new Use(
                json.maybe("started_by").orElse("serve"),
                json.maybe("runs").map(Integer::parseInt).orElse(0),
                json.maybe("open_requests").map(Integer::parseInt).orElse(0),
                json.maybe("exits_at").map(Instant::parse),
                settings);
    }
}
