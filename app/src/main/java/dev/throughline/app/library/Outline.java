package dev.throughline.app.library;

import dev.throughline.engine.archive.SessionCard;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * What a list of sessions shows of one, beside its card.
 *
 * @param title the first words of the person
 * @param folder where its agent works, as it was told last
 * @param tokens tokens of the newest request as the client sent it
 * @param change the net change in the cost of input; empty if nothing was edited
 */
public record Outline(SessionCard card, String title, Optional<String> folder, long tokens, Optional<Double> change) {
    static Outline of(SessionCard card, Digest digest) {
        Digest.Summary summary = digest.summary();
        return new Outline(card, summary.title(), digest.folder(), summary.tokens(), summary.change());
    }

    /** The card as {@link CardJson} writes it, and what an outline adds. */
    public void write(JsonGenerator json) {
        json.writeStartObject();
        CardJson.fields(card, json);
        json.writeStringProperty("title", title);
        json.writeName("folder");
        EntryJson.text(json, folder);
        json.writeNumberProperty("tokens_in", tokens);
        if (change.isPresent()) {
            json.writeNumberProperty("change", change.get());
        } else {
            json.writeNullProperty("change");
        }
        json.writeEndObject();
    }

    static Outline read(JsonObject json) {
        return new Outline(
                CardJson.read(json),
                json.text("title"),
                json.maybe("folder"),
                json.number("tokens_in"),
                json.decimal("change"));
    }
}
