package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.JsonCursor;
import tools.jackson.core.JsonToken;

/**
 * The model that a body asks for, for requests that are not decoded because they get no memory or because decoding
 * failed. They must be sent to the same provider.
 */
public final class ModelName {
    private String last = "";

    private ModelName() {}

    /** The last top-level {@code model} that is a text, as far as the body can be read; empty if there is none. */
    public static String of(Bytes body) {
        ModelName model = new ModelName();
        try {
            return JsonCursor.read(body, new Span(0, body.length()), model::read);
        } catch (UnreadableException e) {
            return model.last;
        }
    }

    private String read(JsonCursor cursor) {
        if (cursor.need() != JsonToken.START_OBJECT) {
            return "";
        }
        while (cursor.need() == JsonToken.PROPERTY_NAME) {
            boolean isModel = cursor.name().equals("model");
            if (cursor.need() == JsonToken.VALUE_STRING && isModel) {
                last = cursor.text();
            } else {
                cursor.ignore();
            }
        }
        return last;
    }
}
