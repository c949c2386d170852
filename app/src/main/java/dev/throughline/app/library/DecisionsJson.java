package dev.throughline.app.library;

import tools.jackson.core.JsonGenerator;

/**
 * What was decided about a session:
 *
 * <pre>{"tokens_in":90000,"tokens_forwarded":31000,"decisions":[{…}],"bill":{…}}</pre>
 *
 * with decisions as {@link EntryJson} writes an {@code edited}, without its sequence, and the bill as {@link BillJson}.
 */
public final class DecisionsJson {
    private DecisionsJson() {}

    public static void write(Decisions decisions, JsonGenerator json) {
        json.writeStartObject();
        fields(decisions, json);
        json.writeEndObject();
    }

    /** The fields, in an object that was begun. */
    public static void fields(Decisions decisions, JsonGenerator json) {
        json.writeNumberProperty("tokens_in", decisions.tokensIn());
        json.writeNumberProperty("tokens_forwarded", decisions.tokensForwarded());
        json.writeName("decisions");
        json.writeStartArray();
        decisions.all().forEach(edited -> {
            json.writeStartObject();
            EntryJson.edited(edited, json);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeName("bill");
        BillJson.write(decisions.bill(), json);
    }

    static Decisions read(JsonObject json) {
        return new Decisions(
                json.number("tokens_in"),
                json.number("tokens_forwarded"),
                json.objects("decisions").stream().map(EntryJson::edited).toList(),
                json.object("bill").map(BillJson::read).orElse(Bill.NONE));
    }
}
