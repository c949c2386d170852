package dev.throughline.simulator.request;

import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import dev.throughline.simulator.recording.Trajectory;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Anthropic Messages, as Claude Code sends it. Everything between two answers is one user message, results first. Its
 * last block carries the cache marker while it ends the request; a lone text is a plain string once the marker has
 * moved on.
 */
final class MessagesRequestWriter extends RequestWriter {
    private static final String MODEL = "claude-sonnet-4-5";
    private static final ObjectNode MARKER = JsonNodes.object("type", "ephemeral");
    private static final int OUTPUT_LIMIT = 32_000;

    MessagesRequestWriter(Trajectory trajectory, String session, RequestReader reader) {
        super(trajectory, session, reader);
    }

    @Override
    public String target() {
        return "/v1/messages?beta=true";
    }

    @Override
    public Headers headers() {
        return Headers.of(
                "Content-Type",
                "application/json",
                "Accept",
                "application/json",
                "User-Agent",
                "claude-cli/2.1.325 (external, cli)",
                "anthropic-version",
                "2023-06-01",
                "x-app",
                "cli",
                "anthropic-beta",
                "claude-code-20250219,interleaved-thinking-2025-05-14");
    }

    @Override
    String systemRole() {
        return "system";
    }

    @Override
    ObjectNode tool(String name, ObjectNode schema) {
        return JsonNodes.object(
                "name", name, "description", "Runs " + name + " and returns its output.", "input_schema", schema);
    }

    @Override
    Head head(List<JsonNode> tools, List<String> system) {
        List<ObjectNode> blocks = new ArrayList<>();
        system.forEach(text -> blocks.add(JsonNodes.object("type", "text", "text", text)));
        blocks.getLast().set("cache_control", MARKER);
        String user = JsonNodes.write(
                JsonNodes.object("device_id", "0".repeat(64), "account_uuid", "", "session_id", session()));
        ObjectNode members = JsonNodes.object(
                "model",
                MODEL,
                "max_tokens",
                OUTPUT_LIMIT,
                "stream",
                true,
                "metadata",
                JsonNodes.object("user_id", user),
                "system",
                blocks);
        if (!tools.isEmpty()) {
            members.set("tools", JsonNodes.of(tools));
        }
        return new Head(members, "messages", List.of());
    }

    @Override
    void advance(int turn) {
        while (position() < turn) {
            int at = position();
            if (message(at).is(Role.ASSISTANT)) {
                write(JsonNodes.object("role", "assistant", "content", blocks(at)), List.of(at));
                moveTo(at + 1);
            } else {
                int end = at;
                while (end < turn && !message(end).is(Role.ASSISTANT)) {
                    end++;
                }
                input(at, end);
                moveTo(end);
            }
        }
    }

    private void input(int start, int end) {
        List<Integer> order = new ArrayList<>();
        for (int i = start; i < end; i++) {
            if (message(i).is(Role.TOOL)) {
                order.add(i);
            }
        }
        for (int i = start; i < end; i++) {
            if (!message(i).is(Role.TOOL)) {
                order.add(i);
            }
        }
        List<JsonNode> plain = new ArrayList<>();
        List<JsonNode> marked = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            ObjectNode block = block(message(order.get(i)));
            plain.add(block);
            ObjectNode other = block(message(order.get(i)));
            if (i == order.size() - 1) {
                other.set("cache_control", MARKER);
            }
            marked.add(other);
        }
        boolean isLoneText = order.size() == 1 && !message(order.getFirst()).is(Role.TOOL);
        Object content = isLoneText ? tailText(message(order.getFirst())) : plain;
        write(
                JsonNodes.object("role", "user", "content", content),
                order,
                JsonNodes.object("role", "user", "content", marked));
    }

    private ObjectNode block(RecordedMessage message) {
        if (!message.is(Role.TOOL)) {
            return JsonNodes.object("type", "text", "text", tailText(message));
        }
        ObjectNode block =
                JsonNodes.object("tool_use_id", message.callId(), "type", "tool_result", "content", message.content());
        if (message.isError()) {
            block.put("is_error", true);
            block.put("content", message.content().isEmpty() ? "error" : message.content());
        }
        return block;
    }

    @Override
    String tailText(RecordedMessage message) {
        return message.is(Role.SYSTEM)
                ? "<system-reminder>\n" + message.content() + "\n</system-reminder>"
                : message.content();
    }

    private List<JsonNode> blocks(int index) {
        List<JsonNode> blocks = new ArrayList<>();
        if (!Texts.isBlank(message(index).content())) {
            blocks.add(JsonNodes.object("type", "text", "text", message(index).content()));
        }
        for (RecordedCall call : message(index).calls()) {
            ObjectNode block = JsonNodes.object("type", "tool_use", "id", call.id(), "name", call.name());
            block.set("input", usedTools().input(call));
            blocks.add(block);
        }
        return blocks;
    }

    @Override
    AnswerPart call(RecordedCall call) {
        return new AnswerPart.Call(call.name(), JsonNodes.write(usedTools().input(call)), call.id());
    }
}
