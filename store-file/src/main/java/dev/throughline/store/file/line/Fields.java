package dev.throughline.store.file.line;

import dev.throughline.model.Hash;
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
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON object that we wrote, read back field by field. Everything that is not as we would have written it is a
 * {@link DamagedException}: the caller knows which file it is and what to do with it.
 */
public final class Fields {
    /** Our own lines hold sources of any size; the limits of the door were applied when they came in. */
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Map<String, Object> values;

    private Fields(Map<String, Object> values) {
        this.values = values;
    }

    /** The object in a range of an array, and nothing after it. */
    public static Fields of(byte[] bytes, int start, int end) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes, start, end - start)) {
            parser.nextToken();
            Fields fields = new Fields(object(parser));
            if (parser.nextToken() != null) {
                throw new DamagedException("something stands after the object");
            }
            return fields;
        } catch (JacksonException e) {
            throw new DamagedException("not JSON: " + e.getOriginalMessage());
        }
    }

    public static Fields of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
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
        List<Hash> hashes = new ArrayList<>();
        for (Object value : as(List.class, name)) {
            hashes.add(new Hash(value.toString()));
        }
        return hashes;
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object value : as(List.class, name)) {
            texts.add(value.toString());
        }
        return texts;
    }

    public List<Long> numbers(String name) {
        List<Long> numbers = new ArrayList<>();
        for (Object value : as(List.class, name)) {
            if (!(value instanceof Long number)) {
                throw new DamagedException("expected numbers in '" + name + "', found " + value);
            }
            numbers.add(number);
        }
        return numbers;
    }

    public Fields inner(String name) {
        return as(Fields.class, name);
    }

    /** The objects of a list. */
    public List<Fields> all(String name) {
        List<Fields> all = new ArrayList<>();
        for (Object value : as(List.class, name)) {
            if (!(value instanceof Fields fields)) {
                throw new DamagedException("expected objects in '" + name + "', found " + value);
            }
            all.add(fields);
        }
        return all;
    }

    private <T> T as(Class<T> type, String name) {
        Object value = values.get(name);
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
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        if (token == JsonToken.START_OBJECT) {
            return new Fields(object(parser));
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (next(parser) != JsonToken.END_ARRAY) {
                list.add(value(parser));
            }
            return list;
        }
        throw new DamagedException("expected text, a number, a list or an object, found " + token);
    }

    private static JsonToken next(JsonParser parser) {
        @Nullable JsonToken token = parser.nextToken();
        if (token == null) {
            throw new DamagedException("it ends in the middle");
        }
        return token;
    }

    /** Whether the bytes are exactly one JSON value. What Jackson refuses for its size counts as none. */
    static boolean isJson(byte[] bytes, int offset, int length) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes, offset, length)) {
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
