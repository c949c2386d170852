package dev.throughline.search.embed;

import java.io.StringWriter;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * OpenAI's embeddings, and those of every server that speaks like it.
 *
 * <pre>
 * POST {base}/embeddings  {"model": "…", "input": ["…", "…"], "encoding_format": "float"}
 * 200                     {"data": [{"index": 0, "embedding": [0.1, …]}, …], …}
 * </pre>
 */
record OpenAi(String provider, String model, String base, Map<String, String> headers) implements Remote.Tongue {
    private static final JsonFactory JSON = new JsonFactory();

    OpenAi {
        headers = Map.copyOf(headers);
    }

    @Override
    public String name() {
        return provider + ":" + model;
    }

    @Override
    public URI address() {
        return URI.create((base.endsWith("/") ? base : base + "/") + "embeddings");
    }

    @Override
    public String body(List<String> texts, boolean isQuery) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("model", model);
            json.writeArrayPropertyStart("input");
            texts.forEach(json::writeString);
            json.writeEndArray();
            json.writeStringProperty("encoding_format", "float");
            json.writeEndObject();
        }
        return out.toString();
    }

    @Override
    public List<float[]> read(String body, int count) {
        float[][] vectors = new float[count][];
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
            json.nextToken();
            Floats.enter(json, "data");
            int place = 0;
            while (json.nextToken() == JsonToken.START_OBJECT) {
                readOne(json, place++, vectors);
            }
        }
        return Floats.complete(Arrays.asList(vectors));
    }

    /** Headers hold keys. */
    @Override
    public String toString() {
        return "OpenAi[" + name() + ", " + base + "]";
    }

    /** The index says the place; servers that leave it out keep the order. */
    private static void readOne(JsonParser json, int place, float[][] vectors) {
        int index = place;
        float[] vector = null;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "index" -> index = json.getIntValue();
                case "embedding" -> vector = Floats.read(json);
                default -> json.skipChildren();
            }
        }
        if (vector == null || index < 0 || index >= vectors.length) {
            throw new IllegalArgumentException(
                    "expected an embedding with an index below " + vectors.length + ", found index " + index);
        }
        vectors[index] = vector;
    }
}
