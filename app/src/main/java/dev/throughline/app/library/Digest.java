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
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;

/**
 * What is asked of a session often, so that its archive is not read each time. It follows from the entries up to a
 * sequence: {@link DigestReader} makes it, and {@link Digests} keeps it as the session's state.
 *
 * <pre>
 * {"format":1,"sequence":42,"moves":[{"turn":"0198…","at":"2026-11-15T10:00:00Z","folder":"/home/ada/parser"}],
 *  "told":[{"node":"s2:…","folder":"/home/ada/parser"}],"heads":[{"id":"s2:…","folder":null}],
 *  "head":null,"ends":["s2:…","s2:…"]}
 * </pre>
 *
 * @param moves from which turn on its agent worked in which folder, oldest first
 * @param told the messages that told a folder
 * @param heads the folder that each system text told, if it told one
 * @param head the folder that the newest of those told
 * @param ends where the newest turn of the conversation is gone on from: the end of its request, the end of its answer
 */
public record Digest(
        long sequence,
        List<Move> moves,
        Map<Hash, String> told,
        Map<Hash, Optional<String>> heads,
        Optional<String> head,
        List<Hash> ends) {
    /** Of a session that was not read yet. */
    static final Digest NONE = new Digest(0, List.of(), Map.of(), Map.of(), Optional.empty(), List.of());

    private static final int FORMAT = 1;

    /** From this turn on the agent worked in this folder. */
    public record Move(TurnId turn, Instant at, String folder) {}

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
            json.writeEndObject();
        });
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
                json.texts("ends").stream().map(Hash::new).toList());
    }
}
