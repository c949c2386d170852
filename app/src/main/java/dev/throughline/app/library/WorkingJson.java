package dev.throughline.app.library;

import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * The working set of a session's newest request:
 *
 * <pre>
 * {"model":"claude-x","at":"…Z","tokens_in":900,"tokens_forwarded":700,"by_kind":{"user":40,…},
 *  "head":[{…}],"history":[{"element":0,"origin":"cleared","kind":"tool_result","tool":"Bash","handle":"ab12cd34",
 *  "gist":"…","tokens":30,"untouched":230,"pieces":1}]}
 * </pre>
 *
 * {@link WorkingView} says what the fields mean. The sums follow from the parts.
 */
public final class WorkingJson {
    private WorkingJson() {}

    public static void write(WorkingView view, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("model", view.model());
        json.writeStringProperty("at", view.at().toString());
        json.writeNumberProperty("tokens_in", view.untouched());
        json.writeNumberProperty("tokens_forwarded", view.tokens());
        json.writeName("by_kind");
        json.writeStartObject();
        view.byKind().forEach(json::writeNumberProperty);
        json.writeEndObject();
        parts("head", view.head(), json);
        parts("history", view.history(), json);
        json.writeEndObject();
    }

    private static void parts(String name, List<WorkingView.Part> parts, JsonGenerator json) {
        json.writeName(name);
        json.writeStartArray();
        for (WorkingView.Part part : parts) {
            json.writeStartObject();
            json.writeNumberProperty("element", part.element());
            json.writeStringProperty("origin", part.origin().word());
            json.writeStringProperty("kind", part.kind());
            json.writeName("tool");
            EntryJson.text(json, part.tool());
            json.writeName("handle");
            EntryJson.text(json, part.handle());
            json.writeStringProperty("gist", part.gist());
            json.writeNumberProperty("tokens", part.tokens());
            json.writeNumberProperty("untouched", part.untouched());
            json.writeNumberProperty("pieces", part.pieces());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static WorkingView read(JsonObject json) {
        return new WorkingView(json.text("model"), json.time("at"), parts(json, "head"), parts(json, "history"));
    }

    private static List<WorkingView.Part> parts(JsonObject json, String name) {
        return json.objects(name).stream()
                .map(part -> new WorkingView.Part(
                        (int) part.number("element"),
                        WorkingView.Origin.of(part.text("origin")),
                        part.text("kind"),
                        part.maybe("tool"),
                        part.maybe("handle"),
                        part.text("gist"),
                        part.number("tokens"),
                        part.number("untouched"),
                        (int) part.number("pieces")))
                .toList();
    }
}
