package dev.throughline.simulator.replay;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a streamed answer as a client does: its text and its calls. Used for one answer. */
final class StreamedAnswer {
    private final StringBuilder text = new StringBuilder();
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private boolean hasEnded;
    private boolean hasFailed;

    /**
     * What a client makes of an answer.
     *
     * @param calls each as its id, its name and its arguments
     */
    record Content(String text, List<List<String>> calls) {}

    /** A block or a call that is still being streamed. */
    private static final class Part {
        private String type = "tool_use";
        private String id = "";
        private String name = "";
        private final StringBuilder content = new StringBuilder();
    }

    private StreamedAnswer() {}

    /** What the stream of events says; nothing when a client could make no answer of it. */
    static Optional<Content> read(SimulatedDialect dialect, Bytes stream) {
        StreamedAnswer answer = new StreamedAnswer();
        for (String block : stream.utf8().replace("\r\n", "\n").split("\n\n", -1)) {
            String data = payload(block);
            if (!data.isEmpty() && !data.equals("[DONE]")) {
                Optional<? extends JsonNode> event = JsonNodes.parseObject(data);
                if (event.isEmpty()) {
                    return Optional.empty();
                }
                switch (dialect) {
                    case MESSAGES -> answer.addMessages(event.get());
                    case RESPONSES -> answer.addResponses(event.get());
                    case CHAT -> answer.addChat(event.get());
                }
            }
        }
        return answer.hasEnded && !answer.hasFailed ? Optional.of(answer.content()) : Optional.empty();
    }

    private static String payload(String block) {
        List<String> lines = new ArrayList<>();
        for (String line : block.split("\n", -1)) {
            if (line.startsWith("data:")) {
                lines.add(line.substring(5).stripLeading());
            }
        }
        return String.join("\n", lines);
    }

    private Content content() {
        List<List<String>> calls = new ArrayList<>();
        for (Part part : parts.values()) {
            if (part.type.equals("text")) {
                text.append(part.content);
            } else if (part.type.equals("tool_use")) {
                calls.add(List.of(part.id, part.name, part.content.toString()));
            }
        }
        return new Content(text.toString(), calls);
    }

    private void addMessages(JsonNode event) {
        String index = event.path("index").asString("");
        switch (JsonNodes.text(event, "type")) {
            case "content_block_start" -> {
                JsonNode block = event.path("content_block");
                Part part = new Part();
                part.type = JsonNodes.text(block, "type");
                part.id = JsonNodes.text(block, "id");
                part.name = JsonNodes.text(block, "name");
                parts.put(index, part);
            }
            case "content_block_delta" -> {
                Part part = parts.get(index);
                JsonNode delta = event.path("delta");
                hasFailed |= part == null || !delta.isObject();
                if (part != null) {
                    part.content.append(JsonNodes.text(delta, delta.path("text").isString() ? "text" : "partial_json"));
                }
            }
            case "content_block_stop" -> normalise(parts.get(index));
            case "message_delta" -> hasEnded = true;
            case "error" -> hasFailed = true;
            default -> {}
        }
    }

    /** The input of a call is JSON, which may be written in several ways. */
    private static void normalise(@Nullable Part part) {
        if (part != null && part.type.equals("tool_use")) {
            String input = part.content.isEmpty() ? "{}" : part.content.toString();
            part.content.setLength(0);
            part.content.append(JsonNodes.parse(input).map(JsonNodes::write).orElse(input));
        }
    }

    private void addResponses(JsonNode event) {
        switch (JsonNodes.text(event, "type")) {
            case "response.output_item.done" -> addItem(event.path("item"));
            case "response.completed" -> hasEnded = true;
            case "response.failed", "error" -> hasFailed = true;
            default -> {}
        }
    }

    private void addItem(JsonNode item) {
        switch (JsonNodes.text(item, "type")) {
            case "message" -> item.path("content").forEach(part -> text.append(JsonNodes.text(part, "text")));
            case "function_call", "custom_tool_call" -> {
                Part call = new Part();
                call.id = JsonNodes.text(item, "call_id");
                call.name = JsonNodes.text(item, "name");
                call.content.append(JsonNodes.text(item, item.has("arguments") ? "arguments" : "input"));
                parts.put("item " + parts.size(), call);
            }
            default -> {}
        }
    }

    private void addChat(JsonNode event) {
        hasFailed |= event.has("error");
        for (JsonNode choice : event.path("choices")) {
            JsonNode delta = choice.path("delta");
            text.append(JsonNodes.text(delta, "content"));
            for (JsonNode call : delta.path("tool_calls")) {
                Part part = parts.computeIfAbsent(call.path("index").asString(""), _ -> new Part());
                JsonNode function = call.path("function");
                part.id = call.path("id").asString(part.id);
                part.name = function.path("name").asString(part.name);
                part.content.append(JsonNodes.text(function, "arguments"));
            }
            hasEnded |= !JsonNodes.text(choice, "finish_reason").isEmpty();
        }
    }
}
