package dev.throughline.simulator.request;

import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.Trajectory;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI Responses, as Codex sends it: system texts are developer messages at the start of the input. */
final class ResponsesRequestWriter extends RequestWriter {
    private static final String MODEL = "gpt-5.5";

    ResponsesRequestWriter(Trajectory trajectory, String session, RequestReader reader) {
        super(trajectory, session, reader);
    }

    @Override
    public String target() {
        return "/v1/responses";
    }

    @Override
    public Headers headers() {
        return Headers.of(
                "Content-Type",
                "application/json",
                "Accept",
                "text/event-stream",
                "User-Agent",
                "codex_exec/0.166.0 (Linux; x86_64)",
                "originator",
                "codex_exec");
    }

    @Override
    String systemRole() {
        return "developer";
    }

    @Override
    ObjectNode tool(String name, ObjectNode schema) {
        if (usedTools().takesText(name)) {
            return JsonNodes.object("type", "custom", "name", name, "description", "Runs " + name + " on free text.");
        }
        return JsonNodes.object(
                "type",
                "function",
                "name",
                name,
                "description",
                "Runs " + name + " and returns its output.",
                "strict",
                false,
                "parameters",
                schema);
    }

    @Override
    Head head(List<JsonNode> tools, List<String> system) {
        ObjectNode members = JsonNodes.object(
                "model",
                MODEL,
                "stream",
                true,
                "store",
                false,
                "parallel_tool_calls",
                true,
                "include",
                List.of("reasoning.encrypted_content"),
                "prompt_cache_key",
                session());
        if (!tools.isEmpty()) {
            members.set("tools", JsonNodes.of(tools));
            members.put("tool_choice", "auto");
        }
        List<JsonNode> developer = new ArrayList<>();
        system.forEach(text -> developer.add(message("developer", text)));
        return new Head(members, "input", developer);
    }

    private static ObjectNode message(String role, String text) {
        return JsonNodes.object(
                "type",
                "message",
                "role",
                role,
                "content",
                List.of(JsonNodes.object("type", "input_text", "text", text)));
    }

    @Override
    void advance(int turn) {
        for (int at = position(); at < turn; at++) {
            for (JsonNode item : items(at)) {
                write(item, List.of(at));
            }
            moveTo(at + 1);
        }
    }

    private List<JsonNode> items(int index) {
        RecordedMessage message = message(index);
        return switch (message.role()) {
            case ASSISTANT -> answerItems(index);
            case TOOL ->
                List.of(JsonNodes.object(
                        "type",
                        usedTools().takesText(message.name()) ? "custom_tool_call_output" : "function_call_output",
                        "call_id",
                        message.callId(),
                        "output",
                        message.content()));
            case SYSTEM -> List.of(message("developer", message.content()));
            case USER -> List.of(message("user", message.content()));
        };
    }

    private List<JsonNode> answerItems(int index) {
        RecordedMessage message = message(index);
        AnsweredRequest.Ids ids = ids(index);
        List<JsonNode> items = new ArrayList<>();
        if (!Texts.isBlank(message.content())) {
            ObjectNode text =
                    JsonNodes.object("type", "output_text", "text", message.content(), "annotations", List.of());
            items.add(JsonNodes.object("type", "message", "id", ids.id("msg_", 0), "status", "completed"));
            ((ObjectNode) items.getLast())
                    .put("role", "assistant")
                    .putArray("content")
                    .add(text);
        }
        for (RecordedCall call : message.calls()) {
            items.add(callItem(call, ids, items.size()));
        }
        return items;
    }

    private ObjectNode callItem(RecordedCall call, AnsweredRequest.Ids ids, int number) {
        if (usedTools().takesText(call.name())) {
            return JsonNodes.typed("custom_tool_call")
                    .put("id", ids.id("ctc_", number))
                    .put("status", "completed")
                    .put("call_id", call.id())
                    .put("name", call.name())
                    .put("input", call.arguments());
        }
        return JsonNodes.typed("function_call")
                .put("id", ids.id("fc_", number))
                .put("status", "completed")
                .put("name", call.name())
                .put("arguments", call.arguments())
                .put("call_id", call.id());
    }

    @Override
    AnswerPart call(RecordedCall call) {
        return usedTools().takesText(call.name())
                ? new AnswerPart.CustomCall(call.name(), call.arguments(), call.id())
                : new AnswerPart.Call(call.name(), call.arguments(), call.id());
    }
}
