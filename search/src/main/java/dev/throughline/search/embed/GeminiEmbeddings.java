package dev.throughline.search.embed;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.model.json.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gemini's embeddings API, which treats queries and documents differently.
 *
 * <pre>
 * POST {base}/models/{model}:batchEmbedContents   with the key in x-goog-api-key
 *      {"requests": [{"model": "models/…", "content": {"parts": [{"text": "…"}]}, "taskType": "RETRIEVAL_DOCUMENT"}, …]}
 * 200  {"embeddings": [{"values": [0.1, …]}, …]}
 * </pre>
 */
record GeminiEmbeddings(String model) implements RemoteEmbedder.EmbeddingApi {
    private record Part(String text) {}

    private record Content(List<Part> parts) {}

    private record One(
            String model,
            Content content,
            @JsonProperty("taskType") String taskType) {}

    private record Request(List<One> requests) {}

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Item(float @Nullable [] values) {}

    private record Response(@Nullable List<Item> embeddings) {}

    @Override
    public String path() {
        return "models/" + model + ":batchEmbedContents";
    }

    @Override
    public String body(List<String> texts, boolean isQuery) {
        String task = isQuery ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT";
        List<One> requests = texts.stream()
                .map(text -> new One("models/" + model, new Content(List.of(new Part(text))), task))
                .toList();
        return JsonFormat.mapper().writeValueAsString(new Request(requests));
    }

    @Override
    public List<float[]> read(String body, int count) {
        List<Item> items = JsonFormat.mapper().readValue(body, Response.class).embeddings();
        List<float[]> vectors = new ArrayList<>();
        for (Item item : items == null ? List.<Item>of() : items) {
            if (item.values() != null) {
                vectors.add(item.values());
            }
        }
        if (vectors.size() != count) {
            throw new IllegalArgumentException("expected " + count + " embeddings, found " + vectors.size());
        }
        return vectors;
    }
}
