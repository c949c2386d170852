package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonToken;

/**
 * One JSON object: its members in their order, each value as the exact slice of the text.
 *
 * <p>One pass checks the whole object and records where its values begin and end. Values are decoded, and inner objects
 * read, only when they are asked for. No tree is built, and what is copied to an archive is what the provider wrote,
 * escapes and odd numbers included. No method throws because of the content of the bytes.
 *
 * <p>Slices point into the array that was read; a caller that stores a slice must copy it. Used by one thread at a
 * time.
 */
public final class RawObject {
    private final Bytes whole;
    private final List<Member> members;

    private RawObject(Bytes whole, List<Member> members) {
        this.whole = whole;
        this.members = members;
    }

    /** A member of an object, or an element of an array, which has no name. */
    public static final class Member {
        private final String name;
        private final Bytes raw;
        private Optional<RawObject> object = Optional.empty();
        private Optional<List<Member>> elements = Optional.empty();
        private boolean isRead;

        private Member(String name, Bytes raw) {
            this.name = name;
            this.raw = raw;
        }

        public String name() {
            return name;
        }

        public Bytes raw() {
            return raw;
        }

        /** The value, if it is an object. */
        public Optional<RawObject> object() {
            read();
            return object;
        }

        /** The elements of the value, if it is an array. */
        public Optional<List<Member>> elements() {
            read();
            return elements;
        }

        private void read() {
            if (!isRead) {
                isRead = true;
                object = of(raw);
                elements = RawObject.read(raw, '[');
            }
        }
    }

    /** The object in these bytes; empty if they are not exactly one object. */
    public static Optional<RawObject> of(Bytes json) {
        return read(json, '{').map(found -> new RawObject(json, found));
    }

    /** The elements of the array in these bytes; empty if they are not exactly one array. */
    public static Optional<List<Bytes>> elements(Bytes json) {
        return read(json, '[').map(RawObject::raws);
    }

    /** The decoded text of a raw JSON string; empty if these bytes are not a JSON string. */
    public static Optional<String> text(Bytes raw) {
        if (first(raw) != '"') {
            return Optional.empty();
        }
        if (isSimple(raw)) {
            return Optional.of(inner(raw).utf8());
        }
        try {
            return JsonCursor.read(raw, new Span(0, raw.length()), cursor -> {
                cursor.need();
                String text = cursor.text();
                return cursor.next() == null ? Optional.of(text) : Optional.empty();
            });
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    /** Whether a string has no escapes and only ASCII, as nearly all types, ids and names: then no parser is needed. */
    private static boolean isSimple(Bytes raw) {
        byte[] array = raw.array();
        int last = raw.offset() + raw.length() - 1;
        for (int at = raw.offset() + 1; at < last; at++) {
            if (array[at] < ' ' || array[at] == '"' || array[at] == '\\') {
                return false;
            }
        }
        return raw.length() > 1 && array[last] == '"';
    }

    public Bytes raw() {
        return whole;
    }

    public List<Member> members() {
        return members;
    }

    /** The member of this name, also if it is {@code null}; of duplicates the last. */
    public Optional<Member> find(String name) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).name.equals(name)) {
                return Optional.of(members.get(i));
            }
        }
        return Optional.empty();
    }

    private Optional<Member> get(String name) {
        return find(name).filter(member -> first(member.raw) != 'n');
    }

    /** The raw value of a member that exists and is not {@code null}; of duplicates the last. */
    public Optional<Bytes> raw(String name) {
        return get(name).map(Member::raw);
    }

    public boolean has(String name) {
        return get(name).isPresent();
    }

    /** The text of a member that is a JSON string. */
    public Optional<String> text(String name) {
        return raw(name).flatMap(RawObject::text);
    }

    public boolean is(String name, String text) {
        return text(name).filter(text::equals).isPresent();
    }

    /** The text of {@code type}, or an empty one. */
    public String type() {
        return text("type").orElse("");
    }

    /** The bytes between the quotes of a member that is a JSON string, its escapes untouched. */
    public Optional<Bytes> inner(String name) {
        return raw(name).filter(raw -> first(raw) == '"').map(RawObject::inner);
    }

    /** A member that is an object. */
    public Optional<RawObject> object(String name) {
        return get(name).flatMap(Member::object);
    }

    /** The elements of a member that is an array. */
    public Optional<List<Member>> elements(String name) {
        return get(name).flatMap(Member::elements);
    }

    /** The raw elements of a member that is an array. */
    public Optional<List<Bytes>> array(String name) {
        return elements(name).map(RawObject::raws);
    }

    /** The elements of a member that are objects; none if it is not an array. */
    public List<RawObject> objects(String name) {
        return elements(name).orElse(List.of()).stream()
                .flatMap(element -> element.object().stream())
                .toList();
    }

    /** The value of a member that is a whole number. */
    public OptionalLong number(String name) {
        Optional<Bytes> raw = raw(name);
        if (raw.isEmpty() || raw.get().length() > 19) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(raw.get().utf8()));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** A number of tokens; 0 if it is missing or negative. */
    public long tokens(String name) {
        return Math.max(0, number(name).orElse(0));
    }

    /** The bytes between the quotes of a raw JSON string. */
    public static Bytes inner(Bytes raw) {
        return raw.slice(new Span(1, raw.length() - 1));
    }

    /** The first byte of a JSON value, which shows its type; 0 if there is none. */
    public static int first(Bytes raw) {
        return raw.isEmpty() ? 0 : raw.array()[raw.offset()];
    }

    private static List<Bytes> raws(List<Member> elements) {
        return elements.stream().map(Member::raw).toList();
    }

    private static Optional<List<Member>> read(Bytes json, char open) {
        if (!opens(json, open)) {
            return Optional.empty();
        }
        try {
            return JsonCursor.read(json, new Span(0, json.length()), cursor -> read(json, cursor));
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    private static Optional<List<Member>> read(Bytes json, JsonCursor cursor) {
        cursor.need();
        List<Member> found = new ArrayList<>();
        JsonToken token = cursor.need();
        while (token != JsonToken.END_OBJECT && token != JsonToken.END_ARRAY) {
            String name = "";
            if (token == JsonToken.PROPERTY_NAME) {
                name = cursor.name();
                cursor.need();
            }
            int start = cursor.start();
            cursor.ignore();
            token = cursor.need();
            found.add(new Member(name, json.slice(new Span(start, end(json, cursor.start())))));
        }
        return cursor.next() == null ? Optional.of(found) : Optional.empty();
    }

    private static boolean opens(Bytes json, char open) {
        int at = 0;
        while (at < json.length() && isSpace(json.array()[json.offset() + at])) {
            at++;
        }
        return at < json.length() && json.array()[json.offset() + at] == open;
    }

    /**
     * Where the value before the token at {@code next} ends: back over the space and the one comma between them. Asking
     * the parser instead would make it decode every string.
     */
    private static int end(Bytes json, int next) {
        byte[] array = json.array();
        int at = json.offset() + next;
        while (isSpace(array[at - 1]) || array[at - 1] == ',') {
            at--;
        }
        return at - json.offset();
    }

    private static boolean isSpace(byte sign) {
        return sign == ' ' || sign == '\n' || sign == '\r' || sign == '\t';
    }
}
