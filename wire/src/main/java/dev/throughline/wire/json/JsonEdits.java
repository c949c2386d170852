package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Edits of one JSON text: ranges, and the bytes that replace them. All positions are those in the original text; the
 * rest of the text is copied unchanged. Used by one thread.
 */
public final class JsonEdits {
    private record Edit(Span range, Bytes bytes) {}

    private final Bytes text;
    private final List<Edit> edits = new ArrayList<>();

    public JsonEdits(Bytes text) {
        this.text = text;
    }

    /** The bytes in this range of the original text. */
    public Bytes raw(Span range) {
        return text.slice(range);
    }

    public JsonEdits replace(Span range, Bytes bytes) {
        edits.add(new Edit(range, bytes));
        return this;
    }

    /** Replaces a slice of the text by another value, unless they are equal. */
    public JsonEdits replace(Bytes slice, Bytes value) {
        int start = slice.offset() - text.offset();
        return slice.equals(value) ? this : replace(new Span(start, start + slice.length()), value);
    }

    /** Inserts bytes at a position; several at the same position keep their order. */
    public JsonEdits insert(int at, Bytes bytes) {
        return replace(new Span(at, at), bytes);
    }

    /** Sets the value of a member, or adds the member behind the others if the object has none of this name. */
    public JsonEdits set(Json.Obj object, String name, Bytes value) {
        Json member = object.members().get(name);
        if (member != null) {
            return replace(member.span(), value);
        }
        return append(object.span().end() - 1, object.members().isEmpty(), name, value);
    }

    /** The same for an object within the text that was read as slices of it. */
    public JsonEdits set(RawObject object, String name, Bytes value) {
        Optional<RawObject.Member> member = object.find(name);
        if (member.isPresent()) {
            return replace(member.get().raw(), value);
        }
        int brace = object.raw().offset() + object.raw().length() - 1;
        while (text.array()[brace] != '}') {
            brace--;
        }
        return append(brace - text.offset(), object.members().isEmpty(), name, value);
    }

    private JsonEdits append(int brace, boolean isFirst, String name, Bytes value) {
        JsonBuilder added = new JsonBuilder().add(isFirst ? "" : ",");
        return insert(
                brace, added.add(JsonBuilder.quoted(name)).add(":").add(value).toBytes());
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /**
     * The text with all edits in place.
     *
     * @throws IllegalArgumentException if two edits overlap, or one is not within the text
     */
    public Bytes toBytes() {
        edits.sort(
                Comparator.comparingInt((Edit edit) -> edit.range.start()).thenComparingInt(edit -> edit.range.end()));
        long growth = edits.stream()
                .mapToLong(edit -> edit.bytes.length() - edit.range.length())
                .sum();
        JsonBuilder whole = new JsonBuilder(Math.toIntExact(Math.max(0, text.length() + growth)));
        int at = 0;
        for (Edit edit : edits) {
            if (edit.range.start() < at) {
                throw new IllegalArgumentException("Two edits overlap at " + edit.range + ".");
            }
            whole.add(text.slice(new Span(at, edit.range.start()))).add(edit.bytes);
            at = edit.range.end();
        }
        return whole.add(text.slice(new Span(at, text.length()))).toBytes();
    }
}
