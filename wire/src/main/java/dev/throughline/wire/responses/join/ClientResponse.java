package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.parts.Patch;
import dev.throughline.wire.join.parts.Tally;
import dev.throughline.wire.sse.SsePassage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The response as the client sees it: named as in the first round, with the items that were shown in all rounds, and
 * a bill with the last prompt and the words of all rounds.
 */
final class ClientResponse {
    private static final List<String> NAMES = List.of("id", "created_at", "model");

    private final Map<String, Bytes> names = new LinkedHashMap<>();
    private final RawJson output = new RawJson().add("[");
    private final Tally tally = new Tally();

    /** Takes the name from the event that announced the first round. */
    void name(SsePassage passage) {
        passage.members().flatMap(data -> data.object("response")).ifPresent(this::name);
    }

    void name(Members response) {
        for (String name : NAMES) {
            response.raw(name).ifPresent(raw -> names.putIfAbsent(name, Bytes.of(raw.toArray())));
        }
    }

    /** The client was shown this item to its end. */
    void show(Bytes item) {
        output.element(item);
    }

    void bill(Optional<Bytes> usage) {
        tally.note(usage);
    }

    void endRound() {
        tally.endRound();
    }

    /** What makes the last event of a round the last event of the client's response. */
    Patch ended(SsePassage passage) {
        Patch patch = new Patch(passage.data());
        passage.members()
                .flatMap(data -> data.raw("response"))
                .filter(raw -> Members.of(raw).isPresent())
                .ifPresent(raw -> complete(patch, raw));
        return patch;
    }

    /** What makes the report of a failure one about the client's response. */
    Patch failed(SsePassage passage) {
        Patch patch = new Patch(passage.data());
        passage.members()
                .flatMap(data -> data.raw("response"))
                .filter(raw -> Members.of(raw).isPresent())
                .ifPresent(raw -> names.forEach((name, value) -> patch.put(raw, name, value)));
        return patch;
    }

    /** Gives a response object within a text the name, the items and the bill of the client's. */
    void complete(Patch patch, Bytes raw) {
        names.forEach((name, value) -> patch.put(raw, name, value));
        patch.put(raw, "output", output());
        tally.told().ifPresent(usage -> patch.put(raw, "usage", usage));
    }

    /** A failure that no event of the provider reports; {@code body} is an error in the shape of the dialect. */
    Bytes failure(Bytes body, OptionalLong number) {
        Optional<Members> error = Members.of(body).flatMap(said -> said.object("error"));
        Bytes code = error.flatMap(said -> said.raw("code").or(() -> said.raw("type")))
                .orElse(Bytes.of("\"server_error\""));
        Bytes message = error.flatMap(said -> said.raw("message")).orElse(Bytes.of("\"The upstream failed.\""));
        RawJson event = new RawJson().add("{\"type\":\"response.failed\"");
        number.ifPresent(next -> event.member("sequence_number", Bytes.of(Long.toString(next))));
        event.add(",\"response\":{");
        names.forEach(event::member);
        return event.member("object", Bytes.of("\"response\""))
                .member("status", Bytes.of("\"failed\""))
                .add(",\"error\":{")
                .member("code", code)
                .member("message", message)
                .add("}")
                .member("output", output())
                .add("}}")
                .toBytes();
    }

    private Bytes output() {
        return new RawJson().add(output.toBytes()).add("]").toBytes();
    }
}
