package dev.throughline.wire.wording;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Ranges of one JSON text and the bytes that are to stand there instead. All places are those of the text as it was;
 * what no splice names is copied as it is. Used by one thread.
 */
public final class Splices {
    private record Splice(Span range, Bytes bytes) {}

    private final Bytes text;
    private final List<Splice> splices = new ArrayList<>();

    public Splices(Bytes text) {
        this.text = text;
    }

    /** The bytes in this range of the text as it was. */
    public Bytes raw(Span range) {
        return text.slice(range);
    }

    public Splices replace(Span range, Bytes bytes) {
        splices.add(new Splice(range, bytes));
        return this;
    }

    /** Adds bytes before a place; several before the same place keep their order. */
    public Splices insert(int at, Bytes bytes) {
        return replace(new Span(at, at), bytes);
    }

    /** Gives a member another value, or adds it behind the others if the object has none of this name. */
    public Splices set(Json.Obj object, String name, Bytes value) {
        Json member = object.members().get(name);
        if (member != null) {
            return replace(member.span(), value);
        }
        RawJson added = new RawJson();
        if (!object.members().isEmpty()) {
            added.add(",");
        }
        added.add(RawJson.quoted(name)).add(":").add(value);
        return insert(object.span().end() - 1, added.toBytes());
    }

    /** The text with all splices in place. */
    public Bytes toBytes() {
        splices.sort(Comparator.comparingInt(splice -> splice.range.start()));
        RawJson whole = new RawJson();
        int at = 0;
        for (Splice splice : splices) {
            if (splice.range.start() < at) {
                throw new IllegalStateException("expected splices that do not overlap, found " + splice.range);
            }
            whole.add(text.slice(new Span(at, splice.range.start()))).add(splice.bytes);
            at = splice.range.end();
        }
        return whole.add(text.slice(new Span(at, text.length()))).toBytes();
    }
}
