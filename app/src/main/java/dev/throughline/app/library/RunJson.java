package dev.throughline.app.library;

import dev.throughline.model.Usage;
import java.util.UUID;
import tools.jackson.core.JsonGenerator;

/**
 * What one {@code throughline run} did:
 *
 * <pre>{"run":"0198…","turns":3,"usage":{…},"sessions":[{…}]}</pre>
 *
 * with usage and sessions as in {@link CardJson}.
 */
public final class RunJson {
    private RunJson() {}

    public static void write(RunSummary summary, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("run", summary.run().toString());
        json.writeNumberProperty("turns", summary.turns());
        json.writeName("usage");
        CardJson.usage(summary.usage(), json);
        json.writeName("sessions");
        json.writeStartArray();
        summary.sessions().forEach(card -> CardJson.write(card, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    public static RunSummary read(JsonObject json) {
        return new RunSummary(
                UUID.fromString(json.text("run")),
                json.number("turns"),
                json.object("usage").map(CardJson::usage).orElse(Usage.NONE),
                json.objects("sessions").stream().map(CardJson::read).toList());
    }
}
