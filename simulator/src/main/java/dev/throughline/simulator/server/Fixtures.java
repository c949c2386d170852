package dev.throughline.simulator.server;

import dev.throughline.simulator.json.JsonNodes;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The documents that need no script: lists of models and embeddings. */
final class Fixtures {
    private static final double[] VECTOR = {0.25, -0.5, 0.75, -1.0};
    private static final Set<String> DEFAULT_MODELS = Set.of("gpt-5.5", "claude-opus-5-5");

    private Fixtures() {}

    /** OpenAI's list; the empty member {@code models} is for Codex, which reads that one. */
    static JsonNode openAiModels(Set<String> models) {
        ObjectNode list = JsonNodes.object().put("object", "list");
        ArrayNode entries = list.putArray("data");
        for (String name : names(models)) {
            entries.addObject()
                    .put("id", name)
                    .put("object", "model")
                    .put("created", 1_700_000_000)
                    .put("owned_by", "system");
        }
        list.putArray("models");
        return list;
    }

    static JsonNode anthropicModels(Set<String> models) {
        ObjectNode list = JsonNodes.object();
        ArrayNode entries = list.putArray("data");
        for (String name : names(models)) {
            entries.addObject()
                    .put("type", "model")
                    .put("id", name)
                    .put("display_name", name)
                    .put("created_at", "2025-01-01T00:00:00Z");
        }
        return list.put("has_more", false)
                .put("first_id", names(models).first())
                .put("last_id", names(models).last());
    }

    static JsonNode embeddings(JsonNode body) {
        ObjectNode list = JsonNodes.object().put("object", "list");
        ArrayNode entries = list.putArray("data");
        int texts = body.path("input").isArray() ? body.path("input").size() : 1;
        for (int i = 0; i < texts; i++) {
            ArrayNode vector = entries.addObject()
                    .put("object", "embedding")
                    .put("index", i)
                    .putArray("embedding");
            for (double value : VECTOR) {
                vector.add(value);
            }
        }
        list.put("model", JsonNodes.text(body, "model"));
        list.putObject("usage").put("prompt_tokens", texts).put("total_tokens", texts);
        return list;
    }

    /** The answer to a client that requests a WebSocket. */
    static JsonNode upgrade() {
        ObjectNode document = JsonNodes.object();
        document.putObject("error")
                .put("message", "Upgrade required.")
                .put("type", "invalid_request_error")
                .putNull("param")
                .putNull("code");
        return document;
    }

    private static SortedSet<String> names(Set<String> models) {
        return new TreeSet<>(models.isEmpty() ? DEFAULT_MODELS : models);
    }
}
