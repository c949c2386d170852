package dev.throughline.simulator.recording;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/**
 * Reads a rollout of Codex, one session per file. Of its lines these are used:
 *
 * <pre>
 *   type        "session_meta" (payload.id is the session's name) or "response_item"; others are notes
 *   timestamp   ISO text
 *   payload     of a response_item: an item of the Responses protocol, by its type
 *     message                                     role and content
 *     function_call, custom_tool_call             call_id, name, arguments or input
 *     local_shell_call                            call_id, action
 *     function_call_output, custom_tool_call_output   call_id, output
 * </pre>
 *
 * What the model said between two inputs is one answer: its text and all its calls. Reasoning is left out, for nobody
 * else can read it.
 */
final class CodexRollout {
    private final List<RecordedMessage> messages = new ArrayList<>();
    private String session = "";

    private CodexRollout() {}

    static boolean isOne(JsonNode line) {
        return line.path("payload").isObject() && line.path("type").isString();
    }

    static Trajectory read(List<JsonNode> lines, String fallback) {
        CodexRollout rollout = new CodexRollout();
        lines.forEach(rollout::take);
        return Trajectory.of(rollout.session.isEmpty() ? fallback : rollout.session, rollout.messages);
    }

    private void take(JsonNode line) {
        JsonNode payload = line.path("payload");
        OptionalDouble at = RecordedTime.of(line.path("timestamp"));
        switch (JsonNodes.text(line, "type")) {
            case "session_meta" -> session = payload.path("id").asString(session);
            case "response_item" -> item(payload, at);
            default -> {}
        }
    }

    private void item(JsonNode item, OptionalDouble at) {
        switch (JsonNodes.text(item, "type")) {
            case "message" -> {
                Role role = TrajectoryLine.role(JsonNodes.text(item, "role"));
                String text = TrajectoryLine.contentText(item.path("content"));
                if (role == Role.ASSISTANT) {
                    answer(text, List.of(), at);
                } else {
                    messages.add(RecordedMessage.text(role, text, at));
                }
            }
            case "function_call" -> answer("", List.of(call(item, "arguments")), at);
            case "custom_tool_call" -> answer("", List.of(call(item, "input")), at);
            case "local_shell_call" -> answer("", List.of(call(item, "action")), at);
            case "function_call_output", "custom_tool_call_output", "local_shell_call_output" ->
                messages.add(new RecordedMessage(
                        Role.TOOL,
                        TrajectoryLine.contentText(item.path("output")),
                        List.of(),
                        JsonNodes.text(item, "call_id"),
                        "",
                        /* isError= */ false,
                        at));
            default -> {}
        }
    }

    private static RecordedCall call(JsonNode item, String arguments) {
        return new RecordedCall(
                JsonNodes.text(item, "call_id"),
                item.path("name").asString(JsonNodes.text(item, "type")),
                TrajectoryLine.text(item.path(arguments)));
    }

    private void answer(String text, List<RecordedCall> calls, OptionalDouble at) {
        boolean goesOn = !messages.isEmpty() && messages.getLast().is(Role.ASSISTANT);
        if (!goesOn) {
            messages.add(RecordedMessage.answer(text, calls, at));
            return;
        }
        RecordedMessage before = messages.removeLast();
        List<RecordedCall> all = new ArrayList<>(before.calls());
        all.addAll(calls);
        String joined =
                before.content().isEmpty() || text.isEmpty() ? before.content() + text : before.content() + "\n" + text;
        messages.add(before.withContent(joined).withCalls(all));
    }
}
