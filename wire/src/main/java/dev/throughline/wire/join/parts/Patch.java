package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Members;
import dev.throughline.wire.Members.Member;
import dev.throughline.wire.RawJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Changes a few values of a JSON text and copies the rest as it is. Values are named by the slices in which they stand,
 * as {@link Members} gives them.
 */
public final class Patch {
    private record Edit(int start, int end, Bytes bytes) {}

    private final Bytes whole;
    private final List<Edit> edits = new ArrayList<>();

    public Patch(Bytes whole) {
        this.whole = whole;
    }

    /** Puts another value in the place of this slice; nothing happens where it is the same. */
    public Patch replace(Bytes slice, Bytes value) {
        if (!slice.equals(value)) {
            int start = slice.offset() - whole.offset();
            edits.add(new Edit(start, start + slice.length(), value));
        }
        return this;
    }

    /** Gives a member of an object within the text this value, whether or not it is there. */
    public Patch put(Bytes object, String name, Bytes value) {
        List<Member> members = Members.of(object).map(Members::all).orElse(List.of());
        for (Member member : members.reversed()) {
            if (member.name().equals(name)) {
                return replace(member.raw(), value);
            }
        }
        RawJson added = new RawJson().add(members.isEmpty() ? "" : ",");
        added.add(RawJson.quoted(name)).add(":").add(value);
        int end = endOf(object);
        edits.add(new Edit(end, end, added.toBytes()));
        return this;
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    public Bytes toBytes() {
        RawJson text = new RawJson();
        int from = 0;
        for (Edit edit :
                edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList()) {
            text.add(whole.slice(new Span(from, edit.start()))).add(edit.bytes());
            from = edit.end();
        }
        return text.add(whole.slice(new Span(from, whole.length()))).toBytes();
    }

    /** Where the closing brace of an object stands, counted from the beginning of the text. */
    private int endOf(Bytes object) {
        int at = object.offset() + object.length() - 1;
        while (object.array()[at] != '}') {
            at--;
        }
        return at - whole.offset();
    }
}
