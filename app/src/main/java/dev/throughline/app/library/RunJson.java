package dev.throughline.app.library;

import java.util.UUID;
import tools.jackson.core.JsonGenerator;

/**
 * What one {@code throughline run} did:
 *
 * <pre>{"run":"0198…","turns":3,"usage":{…},"bill":{…},"sessions":[{…}]}</pre>
 *
 * with usage and sessions as in {@link CardJson} and the bill as in {@link BillJson}; its {@code billed} is the usage.
 */
public final class RunJson {
    private RunJson() {}

    public static void write(RunSummary summary, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("run", summary.run().toString());
        json.writeNumberProperty("turns", summary.turns());
        json.writeNumberProperty("side_requests", summary.beside());
        json.writeNumberProperty("failed", summary.failed());
        json.writeName("usage");
        CardJson.usage(summary.bill().billed(), json);
        json.writeName("bill");
        BillJson.write(summary.bill(), json);
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
                json.number("side_requests"),
                json.number("failed"),
                json.object("bill").map(BillJson::read).orElse(Bill.NONE),
                json.objects("sessions").stream().map(CardJson::read).toList());
    }
}
