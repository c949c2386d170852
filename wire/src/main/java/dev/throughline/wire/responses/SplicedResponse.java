package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The response as the client sees it: with the id, time and model of the first round, the items that were sent in all
 * rounds, and a usage with the last prompt and the output of all rounds.
 */
final class SplicedResponse {
    private static final List<String> NAMES = List.of("id", "created_at", "model");

    private final Map<String, Bytes> names = new LinkedHashMap<>();
    private final JsonBuilder output = new JsonBuilder().add("[");

    /** Stores the id, time and model of a response, unless they are known. */
    void name(RawObject response) {
        for (String name : NAMES) {
            response.raw(name).ifPresent(raw -> names.putIfAbsent(name, Bytes.of(raw.toArray())));
        }
    }

    /** Adds an item that the client received completely. */
    void show(Bytes item) {
        output.element(item);
    }

    /** Sets the id, time and model of a response object within a text. */
    void rename(JsonEdits edits, RawObject response) {
        names.forEach((name, value) -> edits.set(response, name, value));
    }

    /** Sets the id, time, model, items and usage of a response object within a text. */
    void complete(JsonEdits edits, RawObject response, Optional<Bytes> usage) {
        rename(edits, response);
        edits.set(response, "output", output());
        usage.ifPresent(total -> edits.set(response, "usage", total));
    }

    /** A failure that no event of the provider reports; {@code body} is an error in the shape of the dialect. */
    Bytes failure(Bytes body, OptionalLong number) {
        Optional<RawObject> error = RawObject.of(body).flatMap(found -> found.object("error"));
        Bytes code = error.flatMap(found -> found.raw("code").or(() -> found.raw("type")))
                .orElse(Bytes.of("\"server_error\""));
        Bytes message = error.flatMap(found -> found.raw("message")).orElse(Bytes.of("\"The upstream failed.\""));
        JsonBuilder response = JsonBuilder.object();
        names.forEach(response::member);
        response.with("object", "response")
                .with("status", "failed")
                .with("error", JsonBuilder.object("code", code, "message", message))
                .with("output", output());
        Optional<Long> sequence = number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
        return JsonBuilder.object("type", "response.failed", "sequence_number", sequence, "response", response.end());
    }

    private Bytes output() {
        return new JsonBuilder().add(output.toBytes()).add("]").toBytes();
    }
}
