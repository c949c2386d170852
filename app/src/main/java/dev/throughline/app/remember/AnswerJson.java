package dev.throughline.app.remember;

import dev.throughline.app.library.JsonObject;
import dev.throughline.search.Answer;
import dev.throughline.search.Hit;
import dev.throughline.search.Scope;
import dev.throughline.search.Status;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * An answer of a search as JSON.
 *
 * <pre>
 *   {"status":"degraded","why":"…","remedy":"","waiting":3,"unfit":0,
 *    "results":[{"id":"…","path":"…","from":1,"to":4,"score":0.83,"snippet":"…","source":"memory","citation":"…",
 *                "date":"2026-04-05"}]}
 * </pre>
 *
 * <p>A hit without a date has an empty one. {@code unfit} counts the candidates that were left out because they do not
 * fit the question.
 */
public final class AnswerJson {
    private AnswerJson() {}

    public static void write(Answer answer, JsonGenerator json) {
        json.writeStartObject();
        status(answer, json);
        json.writeName("results");
        json.writeStartArray();
        for (Hit hit : answer.hits()) {
            json.writeStartObject();
            fields(hit, json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** The members of an answer beside its results. */
    static void status(Answer answer, JsonGenerator json) {
        json.writeStringProperty("status", answer.status().word());
        json.writeStringProperty("why", why(answer.status()));
        json.writeStringProperty("remedy", answer.status() instanceof Status.Unavailable not ? not.remedy() : "");
        json.writeNumberProperty("waiting", answer.waiting());
        json.writeNumberProperty("unfit", answer.unfit());
    }

    /** The members of a hit. */
    static void fields(Hit hit, JsonGenerator json) {
        json.writeStringProperty("id", hit.id());
        json.writeStringProperty("path", hit.path());
        json.writeNumberProperty("from", hit.fromLine());
        json.writeNumberProperty("to", hit.toLine());
        json.writeNumberProperty("score", hit.score());
        json.writeStringProperty("snippet", hit.snippet());
        json.writeStringProperty("source", Scopes.word(hit.scope()));
        json.writeStringProperty("citation", hit.citation());
        json.writeStringProperty("date", hit.date() == null ? "" : hit.date().toString());
    }

    static String why(Status status) {
        return switch (status) {
            case Status.Ok _ -> "";
            case Status.Degraded degraded -> degraded.why();
            case Status.Unavailable not -> not.why();
        };
    }

    static Answer read(JsonObject json) {
        List<Hit> hits = new ArrayList<>();
        json.objects("results").forEach(each -> hits.add(hit(each)));
        Status status =
                switch (json.text("status")) {
                    case "ok" -> new Status.Ok();
                    case "degraded" -> new Status.Degraded(json.text("why"));
                    default -> new Status.Unavailable(json.text("why"), json.text("remedy"));
                };
        return new Answer(hits, status, (int) json.number("waiting"), (int) json.number("unfit"));
    }

    private static Hit hit(JsonObject json) {
        return new Hit(
                json.text("id"),
                json.text("path"),
                (int) json.number("from"),
                (int) json.number("to"),
                Double.parseDouble(json.text("score")),
                json.text("snippet"),
                Scope.valueOf(json.text("source").toUpperCase(Locale.ROOT)),
                json.text("date").isEmpty() ? null : LocalDate.parse(json.text("date")));
    }
}
