package dev.throughline.simulator.request;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.Trajectory;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI Chat Completions, as pi sends it. */
final class ChatRequestWriter extends RequestWriter {
    private static final String MODEL = "gpt-5.5";
    private static final int OUTPUT_LIMIT = 32_000;

    ChatRequestWriter(Trajectory trajectory, String session, RequestReader reader) {
        super(trajectory, session, reader);
    }

    @Override
    public String target() {
        return "/v1/chat/completions";
    }

    @Override
    public Headers headers() {
        return Headers.of(
                "Content-Type", "application/json", "Accept", "application/json", "User-Agent", "pi (linux; x64)");
    }

    @Override
    String systemRole() {
        return "system";
    }

    @Override
    ObjectNode tool(String name, ObjectNode schema) {
        return JsonNodes.object(
                "type",
                "function",
                "function",
                JsonNodes.object(
                        "name",
                        name,
                        "description",
                        "Runs " + name + " and returns its output.",
                        "parameters",
                        schema));
    }

    @Override
    Head head(List<JsonNode> tools, List<String> system) {
        ObjectNode members = JsonNodes.object(
                "model",
                MODEL,
                "stream",
                true,
                "stream_options",
                JsonNodes.object("include_usage", true),
                "store",
                false,
                "max_completion_tokens",
                OUTPUT_LIMIT);
        if (!tools.isEmpty()) {
            members.set("tools", JsonNodes.of(tools));
        }
        List<JsonNode> messages = new ArrayList<>();
        system.forEach(text -> messages.add(JsonNodes.object("role", "system", "content", text)));
        return new Head(members, "messages", messages);
    }

    @Override
    void advance(int turn) {
        for (int at = position(); at < turn; at++) {
            write(element(at), List.of(at));
            moveTo(at + 1);
        }
    }

    private JsonNode element(int index) {
        RecordedMessage message = message(index);
        return switch (message.role()) {
            case ASSISTANT -> answerElement(message);
            case TOOL ->
                JsonNodes.object("role", "tool", "content", message.content(), "tool_call_id", message.callId());
            case SYSTEM -> JsonNodes.object("role", "system", "content", message.content());
            case USER -> JsonNodes.object("role", "user", "content", message.content());
        };
    }

    private ObjectNode answerElement(RecordedMessage message) {
        ObjectNode element = JsonNodes.object(
                "role", "assistant", "content", message.content().isEmpty() ? null : message.content());
        if (!message.calls().isEmpty()) {
            ArrayNode calls = element.putArray("tool_calls");
            for (RecordedCall call : message.calls()) {
                ObjectNode function = JsonNodes.object(
                        "name", call.name(), "arguments", usedTools().jsonText(call));
                calls.add(JsonNodes.object("id", call.id(), "type", "function", "function", function));
            }
        }
        return element;
    }
}
