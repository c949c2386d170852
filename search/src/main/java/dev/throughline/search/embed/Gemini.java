package dev.throughline.search.embed;

import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Gemini's embeddings, which read a question in another way than what answers it.
 *
 * <pre>
 * POST {base}/models/{model}:batchEmbedContents   with the key in x-goog-api-key
 *      {"requests": [{"model": "models/…", "content": {"parts": [{"text": "…"}]}, "taskType": "RETRIEVAL_DOCUMENT"}, …]}
 * 200  {"embeddings": [{"values": [0.1, …]}, …]}
 * </pre>
 */
record Gemini(String model, String base, Map<String, String> headers) implements Remote.Tongue {
    private static final JsonFactory JSON = new JsonFactory();

    Gemini {
        headers = Map.copyOf(headers);
    }

    @Override
    public String name() {
        return "gemini:" + model;
    }

    @Override
    public URI address() {
        return URI.create((base.endsWith("/") ? base : base + "/") + "models/" + model + ":batchEmbedContents");
    }

    @Override
    public String body(List<String> texts, boolean isQuery) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("requests");
            texts.forEach(text -> request(json, text, isQuery));
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toString();
    }

    private void request(JsonGenerator json, String text, boolean isQuery) {
        json.writeStartObject();
        json.writeStringProperty("model", "models/" + model);
        json.writeObjectPropertyStart("content");
        json.writeArrayPropertyStart("parts");
        json.writeStartObject();
        json.writeStringProperty("text", text);
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        json.writeStringProperty("taskType", isQuery ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT");
        json.writeEndObject();
    }

    @Override
    public List<float[]> read(String body, int count) {
        List<float[]> vectors = new ArrayList<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
            json.nextToken();
            Floats.enter(json, "embeddings");
            while (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    boolean isVector = json.currentName().equals("values");
                    json.nextToken();
                    if (isVector) {
                        vectors.add(Floats.read(json));
                    } else {
                        json.skipChildren();
                    }
                }
            }
        }
        if (vectors.size() != count) {
            throw new IllegalArgumentException("expected " + count + " embeddings, found " + vectors.size());
        }
        return Floats.complete(vectors);
    }

    /** Headers hold keys. */
    @Override
    public String toString() {
        return "Gemini[" + name() + ", " + base + "]";
    }
}
