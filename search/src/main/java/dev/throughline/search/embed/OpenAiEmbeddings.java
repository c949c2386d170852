package dev.throughline.search.embed;

import dev.throughline.model.json.JsonFormat;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's embeddings API, which many other servers implement too.
 *
 * <pre>
 * POST {base}/embeddings  {"model": "…", "input": ["…", "…"], "encoding_format": "float"}
 * 200                     {"data": [{"index": 0, "embedding": [0.1, …]}, …], …}
 * </pre>
 */
record OpenAiEmbeddings(String model) implements RemoteEmbedder.EmbeddingApi {
    private record Request(String model, List<String> input, String encodingFormat) {}

    /** Servers that omit the index answer in the order of the input. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Item(@Nullable Integer index, float @Nullable [] embedding) {}

    private record Response(@Nullable List<Item> data) {}

    @Override
    public String path() {
        return "embeddings";
    }

    @Override
    public String body(List<String> texts, boolean isQuery) {
        return JsonFormat.mapper().writeValueAsString(new Request(model, texts, "float"));
    }

    @Override
    public List<float[]> read(String body, int count) {
        List<Item> items = JsonFormat.mapper().readValue(body, Response.class).data();
        if (items == null) {
            throw new IllegalArgumentException("expected 'data', found none");
        }
        float[][] vectors = new float[count][];
        for (int i = 0; i < items.size(); i++) {
            Integer index = items.get(i).index();
            int place = index == null ? i : index;
            float[] vector = items.get(i).embedding();
            if (vector == null || place < 0 || place >= count) {
                throw new IllegalArgumentException(
                        "expected an embedding with an index below " + count + ", found index " + place);
            }
            vectors[place] = vector;
        }
        return Arrays.asList(vectors);
    }
}
