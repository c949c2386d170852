package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * One JSON value with its position in the text. It is used to read an element, never to write one.
 *
 * <p>Of members with the same name the last one counts, as in the parsers of the providers.
 */
public sealed interface Json {
    /** The position of values that are in no text, because normalising made them. */
    Span NOWHERE = new Span(0, 0);

    Span span();

    /** An object; its members in their order. */
    record Obj(Span span, Map<String, Json> members) implements Json {
        /** The member of this name, unless it is missing or null. */
        public @Nullable Json get(String name) {
            Json member = members.get(name);
            return member instanceof Nil ? null : member;
        }

        public boolean has(String name) {
            return get(name) != null;
        }

        /** The member of this name, if it is a text. */
        public Optional<String> text(String name) {
            return members.get(name) instanceof Text text ? Optional.of(text.value()) : Optional.empty();
        }

        /** Whether the member of this name is this text. */
        public boolean is(String name, String text) {
            return members.get(name) instanceof Text member && member.value().equals(text);
        }

        /** The value of {@code type}, or an empty text. */
        public String type() {
            return text("type").orElse("");
        }

        /** The elements of the member of this name; none if it is not an array. */
        public List<Json> list(String name) {
            return members.get(name) instanceof Arr array ? array.elements() : List.of();
        }
    }

    record Arr(Span span, List<Json> elements) implements Json {}

    /** A string, its escapes resolved. */
    record Text(Span span, String value) implements Json {
        public Text(String value) {
            this(NOWHERE, value);
        }
    }

    /** A number as it is written. */
    record Num(Span span, String digits) implements Json {}

    record Bool(Span span, boolean value) implements Json {}

    record Nil(Span span) implements Json {}

    /**
     * The value that fills this range of a body.
     *
     * @throws UnreadableException if the range is not exactly one JSON value
     */
    static Json parse(Bytes body, Span range) {
        return JsonCursor.read(body, range, cursor -> {
            Json value = read(cursor, cursor.need());
            if (cursor.next() != null) {
                throw new UnreadableException("expected one JSON value, found another behind it");
            }
            return value;
        });
    }

    /** Parses a whole text as one value. */
    static Json parse(Bytes text) {
        return parse(text, new Span(0, text.length()));
    }

    private static Json read(JsonCursor cursor, JsonToken token) {
        int start = cursor.start();
        return switch (token) {
            case START_OBJECT -> object(cursor, start);
            case START_ARRAY -> array(cursor, start);
            case VALUE_STRING -> {
                String value = cursor.text();
                yield new Text(new Span(start, cursor.end()), value);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                String digits = cursor.text();
                yield new Num(new Span(start, start + digits.length()), digits);
            }
            case VALUE_TRUE, VALUE_FALSE -> new Bool(new Span(start, cursor.end()), token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> new Nil(new Span(start, cursor.end()));
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new UnreadableException("expected a JSON value, found " + token);
        };
    }

    private static Obj object(JsonCursor cursor, int start) {
        Map<String, Json> members = new LinkedHashMap<>();
        while (cursor.need() == JsonToken.PROPERTY_NAME) {
            String name = cursor.name();
            members.put(name, read(cursor, cursor.need()));
        }
        return new Obj(new Span(start, cursor.end()), members);
    }

    private static Arr array(JsonCursor cursor, int start) {
        List<Json> elements = new ArrayList<>();
        for (JsonToken token = cursor.need(); token != JsonToken.END_ARRAY; token = cursor.need()) {
            elements.add(read(cursor, token));
        }
        return new Arr(new Span(start, cursor.end()), elements);
    }
}
