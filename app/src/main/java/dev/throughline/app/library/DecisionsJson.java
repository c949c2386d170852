package dev.throughline.app.library;

import dev.throughline.engine.recall.CopiedNote;
import dev.throughline.model.TurnId;
import tools.jackson.core.JsonGenerator;

/**
 * What was decided about a session:
 *
 * <pre>
 * {"tokens_in":90000,"tokens_forwarded":31000,"decisions":[{…}],
 *  "copied_notes":[{"number":41,"turn":"0198…","at":"…Z","tool":"Edit","call":"toolu_1"}],"bill":{…}}
 * </pre>
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
        json.writeName("copied_notes");
        json.writeStartArray();
        decisions.copiedNotes().forEach(note -> write(note, json));
        json.writeEndArray();
        json.writeName("bill");
        BillJson.write(decisions.bill(), json);
    }

    private static void write(CopiedNote note, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("number", note.number());
        json.writeStringProperty("turn", note.turn().toString());
        json.writeStringProperty("at", note.at().toString());
        json.writeStringProperty("tool", note.tool());
        json.writeStringProperty("call", note.call());
        json.writeEndObject();
    }

    private static CopiedNote copiedNote(JsonObject json) {
        return new CopiedNote(
                (int) json.number("number"),
                TurnId.of(json.text("turn")),
                json.time("at"),
                json.text("tool"),
                json.text("call"));
    }

    static Decisions read(JsonObject json) {
        return new Decisions(
                json.number("tokens_in"),
                json.number("tokens_forwarded"),
                json.objects("decisions").stream().map(EntryJson::edited).toList(),
                json.objects("copied_notes").stream()
                        .map(DecisionsJson::copiedNote)
                        .toList(),
                json.object("bill").map(BillJson::read).orElse(Bill.NONE));
    }
}
