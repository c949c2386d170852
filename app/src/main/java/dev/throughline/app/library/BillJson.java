package dev.throughline.app.library;

import dev.throughline.model.Usage;
import tools.jackson.core.JsonGenerator;

/**
 * What turns cost:
 *
 * <pre>{"turns":3,"edited":2,"billed":{…},"helped":{…},"untouched":{…},"units":1200.5,"helped_units":0.0,"untouched_units":2000.0,
 *  "change":-0.4}</pre>
 *
 * with usage as in {@link CardJson}; {@code change} follows from the units.
 */
final class BillJson {
    private BillJson() {}

    static void write(Bill bill, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("turns", bill.turns());
        json.writeNumberProperty("edited", bill.edited());
        json.writeName("billed");
        CardJson.usage(bill.billed(), json);
        json.writeName("helped");
        CardJson.usage(bill.helped(), json);
        json.writeName("untouched");
        CardJson.usage(bill.untouched(), json);
        json.writeNumberProperty("units", bill.units());
        json.writeNumberProperty("helped_units", bill.helpedUnits());
        json.writeNumberProperty("untouched_units", bill.untouchedUnits());
        json.writeNumberProperty("change", bill.change());
        json.writeEndObject();
    }

    static Bill read(JsonObject json) {
        return new Bill(
                json.number("turns"),
                json.number("edited"),
                json.object("billed").map(CardJson::usage).orElse(Usage.NONE),
                json.object("helped").map(CardJson::usage).orElse(Usage.NONE),
                json.object("untouched").map(CardJson::usage).orElse(Usage.NONE),
                Double.parseDouble(json.text("units")),
                Double.parseDouble(json.text("helped_units")),
                Double.parseDouble(json.text("untouched_units")));
    }
}
