package dev.throughline.wire.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Checks one stream that was joined from several rounds: its numbering, its ids, one beginning and one end. */
record StreamCheck(String seed, List<JsonNode> events) {
    static void check(SimulatedDialect dialect, Bytes stream, List<Bytes> elements, String seed) {
        List<JsonNode> events = new ArrayList<>();
        for (String event : stream.utf8().split("\n\n", -1)) {
            String data = event.isEmpty() ? "" : event.substring(event.indexOf("data: ") + "data: ".length());
            if (!event.isEmpty() && !data.equals("[DONE]")) {
                events.add(JsonNodes.read(data));
            }
        }
        StreamCheck check = new StreamCheck(seed, events);
        switch (dialect) {
            case MESSAGES -> check.messages();
            case RESPONSES -> check.responses(elements);
            case CHAT -> check.chat();
        }
    }

    private void messages() {
        assertEquals(1, count("message_start"), seed);
        assertEquals(1, count("message_delta"), seed);
        assertEquals("message_stop", JsonNodes.text(events.getLast(), "type"), seed);
        List<Integer> indexes = events.stream()
                .filter(event -> JsonNodes.text(event, "type").equals("content_block_start"))
                .map(event -> event.path("index").intValue())
                .toList();
        assertEquals(upTo(indexes.size()), indexes, seed);
        assertEquals(indexes.size(), count("content_block_stop"), seed);
    }

    private void responses(List<Bytes> elements) {
        assertEquals(1, count("response.created"), seed);
        assertEquals(1, count("response.completed"), seed);
        List<Integer> numbers = events.stream()
                .map(event -> event.path("sequence_number").intValue())
                .toList();
        assertEquals(upTo(events.size()), numbers, seed);
        List<Integer> indexes = events.stream()
                .filter(event -> JsonNodes.text(event, "type").equals("response.output_item.done"))
                .map(event -> event.path("output_index").intValue())
                .toList();
        assertEquals(upTo(indexes.size()), indexes, seed);
        List<JsonNode> output = new ArrayList<>();
        events.getLast().path("response").path("output").forEach(output::add);
        assertEquals(
                elements.stream()
                        .map(element -> JsonNodes.read(element.toArray()))
                        .toList(),
                output,
                seed);
    }

    private void chat() {
        Set<String> names = new HashSet<>();
        int roles = 0;
        int ends = 0;
        List<Integer> indexes = new ArrayList<>();
        for (JsonNode chunk : events) {
            names.add(JsonNodes.text(chunk, "id") + chunk.path("created") + JsonNodes.text(chunk, "model"));
            JsonNode choice = chunk.path("choices").path(0);
            roles += choice.path("delta").has("role") ? 1 : 0;
            ends += JsonNodes.has(choice, "finish_reason") ? 1 : 0;
            for (JsonNode call : choice.path("delta").path("tool_calls")) {
                if (call.has("id")) {
                    indexes.add(call.path("index").intValue());
                }
            }
        }
        assertEquals(1, names.size(), seed);
        assertEquals(1, roles, seed);
        assertEquals(1, ends, seed);
        assertEquals(upTo(indexes.size()), indexes, seed);
        assertTrue(JsonNodes.has(events.getLast(), "usage"), seed);
    }

    private long count(String type) {
        return events.stream()
                .filter(event -> JsonNodes.text(event, "type").equals(type))
                .count();
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
