package dev.throughline.app.library;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;

/**
 * What is asked of a session often, so that its archive is not read each time. It follows from the entries up to a
 * sequence: {@link DigestReader} makes it, and {@link Digests} keeps it as the session's state.
 *
 * <pre>
 * {"format":2,"sequence":42,"moves":[{"turn":"0198…","at":"2026-11-15T10:00:00Z","folder":"/home/ada/parser"}],
 *  "told":[{"node":"s2:…","folder":"/home/ada/parser"}],"heads":[{"id":"s2:…","folder":null}],
 *  "head":null,"ends":["s2:…","s2:…"],"title":"fix the parser","tokens":4100,"edits":2,"units":"812.5",
 *  "helped_units":"0.0","untouched_units":"900.0","open":[{"turn":"0198…","model":"gpt-5.5","tokens":4100}]}
 * </pre>
 *
 * @param moves from which turn on its agent worked in which folder, oldest first
 * @param told the messages that told a folder
 * @param heads the folder that each system text told, if it told one
 * @param head the folder that the newest of those told
 * @param ends where the newest turn of the conversation is gone on from: the end of its request, the end of its answer
 * @param summary what a list of sessions shows
 */
public record Digest(
        long sequence,
        List<Move> moves,
        Map<Hash, String> told,
        Map<Hash, Optional<String>> heads,
        Optional<String> head,
        List<Hash> ends,
        Summary summary) {
    /** Of a session that was not read yet. */
    static final Digest NONE = new Digest(0, List.of(), Map.of(), Map.of(), Optional.empty(), List.of(), Summary.NONE);

    private static final int FORMAT = 2;

    /** From this turn on the agent worked in this folder. */
    public record Move(TurnId turn, Instant at, String folder) {}

    /**
     * What a list of sessions shows of one.
     *
     * @param title the first words of the person
     * @param tokens tokens of the newest request as the client sent it
     * @param edits how many edits were made
     * @param units the price of all prompts in tokens of plain input, as in a {@link Bill}
     * @param helped the price of questions to the helper model
     * @param untouched what prompts would have cost as they came
     * @param open turns whose answer has not come
     */
    record Summary(
            String title,
            long tokens,
            long edits,
            double units,
            double helped,
            double untouched,
            Map<TurnId, Open> open) {
        static final Summary NONE = new Summary("", 0, 0, 0, 0, 0, Map.of());

        Summary {
            open = Collections.unmodifiableMap(open);
        }

        /** The net change in the cost of input; empty if nothing was edited. */
        Optional<Double> change() {
            return edits == 0 ? Optional.empty() : Optional.of(untouched == 0 ? 0 : (units + helped) / untouched - 1);
        }
    }

    /**
     * A turn whose answer has not come.
     *
     * @param tokens of its request; empty for one that is not of the conversation
     */
    record Open(String model, OptionalLong tokens) {}

    public Digest {
        moves = List.copyOf(moves);
        told = Collections.unmodifiableMap(told); // In their order.
        heads = Collections.unmodifiableMap(heads);
        ends = List.copyOf(ends);
    }

    /** The folder that the agent works in now. */
    public Optional<String> folder() {
        return moves.isEmpty() ? Optional.empty() : Optional.of(moves.getLast().folder());
    }

    Bytes written() {
        return JsonObject.write(json -> {
            json.writeStartObject();
            json.writeNumberProperty("format", FORMAT);
            json.writeNumberProperty("sequence", sequence);
            json.writeArrayPropertyStart("moves");
            for (Move move : moves) {
                json.writeStartObject();
                json.writeStringProperty("turn", move.turn().toString());
                json.writeStringProperty("at", move.at().toString());
                json.writeStringProperty("folder", move.folder());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("told");
            told.forEach((node, folder) -> named(json, "node", node, Optional.of(folder)));
            json.writeEndArray();
            json.writeArrayPropertyStart("heads");
            heads.forEach((id, folder) -> named(json, "id", id, folder));
            json.writeEndArray();
            json.writeName("head");
            EntryJson.text(json, head);
            json.writeArrayPropertyStart("ends");
            ends.forEach(end -> json.writeString(end.text()));
            json.writeEndArray();
            write(summary, json);
            json.writeEndObject();
        });
    }

    private static void write(Summary summary, JsonGenerator json) {
        json.writeStringProperty("title", summary.title());
        json.writeNumberProperty("tokens", summary.tokens());
        json.writeNumberProperty("edits", summary.edits());
        json.writeStringProperty("units", Double.toString(summary.units()));
        json.writeStringProperty("helped_units", Double.toString(summary.helped()));
        json.writeStringProperty("untouched_units", Double.toString(summary.untouched()));
        json.writeArrayPropertyStart("open");
        summary.open().forEach((turn, each) -> {
            json.writeStartObject();
            json.writeStringProperty("turn", turn.toString());
            json.writeStringProperty("model", each.model());
            each.tokens().ifPresent(tokens -> json.writeNumberProperty("tokens", tokens));
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    private static Summary summary(JsonObject json) {
        Map<TurnId, Open> open = new LinkedHashMap<>();
        for (JsonObject each : json.objects("open")) {
            OptionalLong tokens =
                    each.maybe("tokens").isPresent() ? OptionalLong.of(each.number("tokens")) : OptionalLong.empty();
            open.put(TurnId.of(each.text("turn")), new Open(each.text("model"), tokens));
        }
        return new Summary(
                json.text("title"),
                json.number("tokens"),
                json.number("edits"),
                Double.parseDouble(json.text("units")),
                Double.parseDouble(json.text("helped_units")),
                Double.parseDouble(json.text("untouched_units")),
                open);
    }

    private static void named(JsonGenerator json, String name, Hash id, Optional<String> folder) {
        json.writeStartObject();
        json.writeStringProperty(name, id.text());
        json.writeName("folder");
        EntryJson.text(json, folder);
        json.writeEndObject();
    }

    /** The digest that was written; that of a session that was not read, if it is none of this format. */
    static Digest read(Bytes document) {
        if (document.length() == 0) {
            return NONE;
        }
        try {
            JsonObject json = JsonObject.read(document.toArray());
            return json.maybe("format").equals(Optional.of(Integer.toString(FORMAT))) ? of(json) : NONE;
        } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
            return NONE; // It is derived, so it is made anew.
        }
    }

    private static Digest of(JsonObject json) {
        Map<Hash, String> told = new LinkedHashMap<>();
        json.objects("told").forEach(each -> told.put(new Hash(each.text("node")), each.text("folder")));
        Map<Hash, Optional<String>> heads = new LinkedHashMap<>();
        json.objects("heads").forEach(each -> heads.put(new Hash(each.text("id")), each.maybe("folder")));
        return new Digest(
                json.number("sequence"),
                json.objects("moves").stream()
                        .map(move -> new Move(TurnId.of(move.text("turn")), move.time("at"), move.text("folder")))
                        .toList(),
                told,
                heads,
                json.maybe("head"),
                json.texts("ends").stream().map(Hash::new).toList(),
                summary(json));
    }
}
