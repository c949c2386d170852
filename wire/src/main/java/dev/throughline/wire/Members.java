package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The members of one JSON object, in order, each value as the exact slice in which it stands.
 *
 * <p>One pass checks the whole object and notes where its values begin and end; no value is decoded before someone asks
 * for it, and an inner object is read by asking again. That costs a second pass over the inner bytes, and buys that no
 * tree is ever built: what is copied from here to an archive is what the provider wrote, escapes and odd numbers
 * included. Nothing here throws for what the bytes hold; what is not an object is no {@code Members}.
 *
 * <p>Slices point into the array that was read. Whoever keeps one longer than the array is his copies it.
 */
public final class Members {
    /** One member; {@code raw} is its value. */
    public record Member(String name, Bytes raw) {}

    /** The longest text and the longest name: as long as the longest event and the longest body we read. */
    private static final int MOST_TEXT_BYTES = 64 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MOST_TEXT_BYTES)
                    .maxNameLength(MOST_TEXT_BYTES)
                    .build())
            .build();

    private final List<Member> all;

    private Members(List<Member> all) {
        this.all = all;
    }

    /** The members of the object that these bytes are; nothing if they are anything else. */
    public static Optional<Members> of(Bytes json) {
        return walk(json, '{').map(Members::new);
    }

    /** The elements of the array that these bytes are; nothing if they are anything else. */
    public static Optional<List<Bytes>> elements(Bytes json) {
        return walk(json, '[').map(found -> found.stream().map(Member::raw).toList());
    }

    /** The text that a raw JSON string means; nothing if these bytes are no JSON string. */
    public static Optional<String> text(Bytes raw) {
        if (first(raw) != '"') {
            return Optional.empty();
        }
        if (isSimple(raw)) {
            return Optional.of(inner(raw).utf8());
        }
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), raw.array(), raw.offset(), raw.length())) {
            parser.nextToken();
            String text = parser.getString();
            return parser.nextToken() == null ? Optional.of(text) : Optional.empty();
        } catch (JacksonException e) {
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

    public List<Member> all() {
        return all;
    }

    /** The raw value of a member that is there and not {@code null}; of duplicates the last. */
    public Optional<Bytes> raw(String name) {
        for (int i = all.size() - 1; i >= 0; i--) {
            Member member = all.get(i);
            if (member.name().equals(name)) {
                return first(member.raw()) == 'n' ? Optional.empty() : Optional.of(member.raw());
            }
        }
        return Optional.empty();
    }

    /** The text of a member that is a JSON string. */
    public Optional<String> text(String name) {
        return raw(name).flatMap(Members::text);
    }

    /** What stands between the quotes of a member that is a JSON string, its escapes untouched. */
    public Optional<Bytes> inner(String name) {
        return raw(name).filter(raw -> first(raw) == '"').map(Members::inner);
    }

    /** The members of a member that is an object. */
    public Optional<Members> object(String name) {
        return raw(name).flatMap(Members::of);
    }

    /** The elements of a member that is an array. */
    public Optional<List<Bytes>> array(String name) {
        return raw(name).flatMap(Members::elements);
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

    /** A number of tokens: 0 where nothing sensible is said. */
    public long tokens(String name) {
        return Math.max(0, number(name).orElse(0));
    }

    /** What stands between the quotes of a raw JSON string. */
    public static Bytes inner(Bytes raw) {
        return raw.slice(new Span(1, raw.length() - 1));
    }

    /** The byte that a JSON value begins with, which tells what it is; 0 where there is none. */
    public static int first(Bytes raw) {
        return raw.isEmpty() ? 0 : raw.array()[raw.offset()];
    }

    private static Optional<List<Member>> walk(Bytes json, char open) {
        if (!opens(json, open)) {
            return Optional.empty();
        }
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), json.array(), json.offset(), json.length())) {
            parser.nextToken();
            List<Member> found = new ArrayList<>();
            JsonToken token = parser.nextToken();
            while (token != null && token != JsonToken.END_OBJECT && token != JsonToken.END_ARRAY) {
                String name = "";
                if (token == JsonToken.PROPERTY_NAME) {
                    name = parser.currentName();
                    parser.nextToken();
                }
                int start = at(parser);
                parser.skipChildren();
                token = parser.nextToken();
                found.add(new Member(name, json.slice(new Span(start, end(json, at(parser))))));
            }
            return parser.nextToken() == null ? Optional.of(found) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether the bytes are UTF-8 and begin with this sign. A zero beside it would make Jackson take them for UTF-16 or
     * UTF-32, where its offsets no longer count bytes.
     */
    private static boolean opens(Bytes json, char open) {
        byte[] array = json.array();
        int end = json.offset() + json.length();
        int at = json.offset();
        while (at < end && isSpace(array[at])) {
            at++;
        }
        return at < end
                && array[at] == open
                && (at == json.offset() || array[json.offset()] != 0)
                && (json.length() < 2 || array[json.offset() + 1] != 0);
    }

    private static int at(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
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
