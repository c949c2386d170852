package dev.throughline.app.library;

import dev.throughline.model.Bytes;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A JSON object of ours: what its fields hold, asked for by name and type. */
public record JsonObject(Map<String, @Nullable Object> fields) {
    private static final JsonFactory JSON = new JsonFactory();

    /** Writes one JSON value. */
    public static Bytes write(Consumer<JsonGenerator> writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            writer.accept(json);
        }
        return Bytes.of(bytes.toByteArray());
    }

    /** Reads a text that is one object. */
    public static JsonObject read(byte[] text) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("expected a JSON object, found " + json.currentToken());
            }
            return object(json);
        }
    }

    /** Whether these bytes are one JSON value and nothing more. */
    public static boolean isValue(Bytes text) {
        try (JsonParser json =
                JSON.createParser(ObjectReadContext.empty(), text.array(), text.offset(), text.length())) {
            boolean hasValue = json.nextToken() != null;
            json.skipChildren();
            return hasValue && json.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    private static JsonObject object(JsonParser json) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            fields.put(name, value(json));
        }
        return new JsonObject(fields);
    }

    private static @Nullable Object value(JsonParser json) {
        return switch (json.currentToken()) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> array(json);
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NULL -> null;
            default -> json.getString();
        };
    }

    private static List<@Nullable Object> array(JsonParser json) {
        List<@Nullable Object> items = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(json));
        }
        return items;
    }

    public String text(String name) {
        return maybe(name)
                .orElseThrow(() -> new IllegalArgumentException("expected a text '" + name + "', found " + fields));
    }

    public Optional<String> maybe(String name) {
        return Optional.ofNullable(fields.get(name)).map(Object::toString);
    }

    public long number(String name) {
        return Long.parseLong(text(name));
    }

    public Optional<Double> decimal(String name) {
        return maybe(name).map(Double::valueOf);
    }

    public Instant time(String name) {
        return Instant.parse(text(name));
    }

    public Optional<JsonObject> object(String name) {
        return fields.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    public List<JsonObject> objects(String name) {
        return list(name).stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }

    public List<String> texts(String name) {
        return list(name).stream().map(String::valueOf).toList();
    }

    private List<?> list(String name) {
        return fields.get(name) instanceof List<?> list ? list : List.of();
    }
}
