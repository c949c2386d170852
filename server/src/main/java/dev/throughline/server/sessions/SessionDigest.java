package dev.throughline.server.sessions;

import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/**
 * What is asked of a session often, so that its archive is not read each time. It follows from the entries up to a
 * sequence: {@link SessionDigestReader} makes it, and {@link SessionDigests} keeps it as the session's state.
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
public record SessionDigest(
        long sequence,
        List<SessionFolders.Move> moves,
        Map<Hash, String> told,
        Map<Hash, Optional<String>> heads,
        Optional<String> head,
        List<Hash> ends,
        Summary summary) {
    /** Of a session that was not read yet. */
    static final SessionDigest NONE =
            new SessionDigest(0, List.of(), Map.of(), Map.of(), Optional.empty(), List.of(), Summary.NONE);

    private static final int FORMAT = 2;

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

    public SessionDigest {
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonFormat.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("format", FORMAT);
            json.writeNumberProperty("sequence", sequence);
            array(json, "moves", moves, move -> {
                json.writeStringProperty("turn", move.turn().toString());
                json.writeStringProperty("at", move.at().toString());
                json.writeStringProperty("folder", move.folder());
            });
            array(json, "told", told.entrySet(), each -> {
                json.writeStringProperty("node", each.getKey().text());
                json.writeStringProperty("folder", each.getValue());
            });
            array(json, "heads", heads.entrySet(), each -> {
                json.writeStringProperty("id", each.getKey().text());
                json.writeStringProperty("folder", each.getValue().orElse(null));
            });
            json.writeStringProperty("head", head.orElse(null));
            json.writeArrayPropertyStart("ends");
            ends.forEach(end -> json.writeString(end.text()));
            json.writeEndArray();
            json.writeStringProperty("title", summary.title());
            json.writeNumberProperty("tokens", summary.tokens());
            json.writeNumberProperty("edits", summary.edits());
            json.writeStringProperty("units", Double.toString(summary.units()));
            json.writeStringProperty("helped_units", Double.toString(summary.helped()));
            json.writeStringProperty("untouched_units", Double.toString(summary.untouched()));
            array(json, "open", summary.open().entrySet(), each -> {
                json.writeStringProperty("turn", each.getKey().toString());
                json.writeStringProperty("model", each.getValue().model());
                each.getValue().tokens().ifPresent(count -> json.writeNumberProperty("tokens", count));
            });
            json.writeEndObject();
        }
        return Bytes.of(bytes.toByteArray());
    }

    private static <T> void array(JsonGenerator json, String name, Collection<T> values, Consumer<T> members) {
        json.writeArrayPropertyStart(name);
        for (T value : values) {
            json.writeStartObject();
            members.accept(value);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /**
     * The digest that was written, or {@link #NONE} if the document has another format. It is read without the JSON
     * mapper, which a list of sessions would otherwise create at every start.
     */
    static SessionDigest read(Bytes document) {
        try {
            return document.length() > 0
                            && Json.parse(document) instanceof Json.Obj json
                            && number(json, "format") == FORMAT
                    ? of(json)
                    : NONE;
        } catch (UnreadableException
                | IllegalArgumentException
                | NoSuchElementException
                | ClassCastException
                | DateTimeParseException e) {
            return NONE; // It is derived from the archive, so it can be made again.
        }
    }

    private static SessionDigest of(Json.Obj json) {
        List<SessionFolders.Move> moves = objects(json, "moves").stream()
                .map(move -> new SessionFolders.Move(
                        TurnId.of(text(move, "turn")), Instant.parse(text(move, "at")), text(move, "folder")))
                .toList();
        Map<Hash, String> told = new LinkedHashMap<>();
        objects(json, "told").forEach(each -> told.put(new Hash(text(each, "node")), text(each, "folder")));
        Map<Hash, Optional<String>> heads = new LinkedHashMap<>();
        objects(json, "heads").forEach(each -> heads.put(new Hash(text(each, "id")), each.text("folder")));
        List<Hash> ends = json.list("ends").stream()
                .map(end -> new Hash(end instanceof Json.Text text ? text.value() : ""))
                .toList();
        Map<TurnId, Open> open = new LinkedHashMap<>();
        objects(json, "open")
                .forEach(each -> open.put(
                        TurnId.of(text(each, "turn")),
                        new Open(
                                text(each, "model"),
                                each.get("tokens") == null
                                        ? OptionalLong.empty()
                                        : OptionalLong.of(number(each, "tokens")))));
        Summary summary = new Summary(
                text(json, "title"),
                number(json, "tokens"),
                number(json, "edits"),
                Double.parseDouble(text(json, "units")),
                Double.parseDouble(text(json, "helped_units")),
                Double.parseDouble(text(json, "untouched_units")),
                open);
        return new SessionDigest(number(json, "sequence"), moves, told, heads, json.text("head"), ends, summary);
    }

    private static List<Json.Obj> objects(Json.Obj json, String name) {
        return json.list(name).stream().map(Json.Obj.class::cast).toList();
    }

    private static String text(Json.Obj json, String name) {
        return json.text(name).orElseThrow();
    }

    private static long number(Json.Obj json, String name) {
        return json.get(name) instanceof Json.Num number ? Long.parseLong(number.digits()) : -1;
    }
}
