package dev.throughline.store.file.format;

import dev.throughline.model.Hash;
import dev.throughline.model.json.JsonFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The fields of a JSON object that {@link JsonLineWriter} wrote. Anything that it cannot have written, or a field of
 * another type than the caller asks for, is a {@link DamagedException}.
 */
public final class JsonFields {
    private final Map<String, Object> values;

    private JsonFields(Map<String, Object> values) {
        this.values = values;
    }

    /** Parses bytes that are one object and nothing else. */
    public static JsonFields of(byte[] bytes) {
        try (JsonParser parser = JsonFormat.FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            parser.nextToken();
            JsonFields fields = new JsonFields(object(parser));
            if (parser.nextToken() != null) {
                throw new DamagedException("expected nothing after the object");
            }
            return fields;
        } catch (JacksonException e) {
            throw new DamagedException("not JSON: " + e.getOriginalMessage());
        }
    }

    public String text(String name) {
        return as(String.class, name);
    }

    public long number(String name) {
        return as(Long.class, name);
    }

    public int integer(String name) {
        return Math.toIntExact(number(name));
    }

    public Hash hash(String name) {
        return new Hash(text(name));
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> maybe(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    public List<Hash> hashes(String name) {
        return list(String.class, name).stream().map(Hash::new).toList();
    }

    public List<String> texts(String name) {
        return list(String.class, name);
    }

    public List<Long> numbers(String name) {
        return list(Long.class, name);
    }

    public JsonFields inner(String name) {
        return as(JsonFields.class, name);
    }

    public List<JsonFields> objects(String name) {
        return list(JsonFields.class, name);
    }

    private <T> List<T> list(Class<T> type, String name) {
        List<T> values = new ArrayList<>();
        for (Object value : as(List.class, name)) {
            values.add(cast(type, name, value));
        }
        return values;
    }

    private <T> T as(Class<T> type, String name) {
        return cast(type, name, values.get(name));
    }

    private static <T> T cast(Class<T> type, String name, @Nullable Object value) {
        if (!type.isInstance(value)) {
            throw new DamagedException("expected a " + type.getSimpleName() + " as '" + name + "', found " + value);
        }
        return type.cast(value);
    }

    private static Map<String, Object> object(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new DamagedException("expected an object, found " + parser.currentToken());
        }
        Map<String, Object> values = new LinkedHashMap<>();
        while (next(parser) != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            next(parser);
            values.put(name, value(parser));
        }
        return values;
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case START_OBJECT -> new JsonFields(object(parser));
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (next(parser) != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            default ->
                throw new DamagedException(
                        "expected text, a number, a list or an object, found " + parser.currentToken());
        };
    }

    private static JsonToken next(JsonParser parser) {
        @Nullable JsonToken token = parser.nextToken();
        if (token == null) {
            throw new DamagedException("the JSON is not complete");
        }
        return token;
    }

    /** Whether the bytes are exactly one JSON value, within the limits of the parser. */
    static boolean isJson(byte[] bytes, int offset, int length) {
        try (JsonParser parser = JsonFormat.FACTORY.createParser(ObjectReadContext.empty(), bytes, offset, length)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }
}
