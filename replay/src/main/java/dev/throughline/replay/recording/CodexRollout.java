package dev.throughline.replay.recording;

import dev.throughline.replay.recording.Message.Role;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

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
    private final List<Message> messages = new ArrayList<>();
    private String session = "";

    private CodexRollout() {}

    static boolean isOne(Json.Obj line) {
        return line.get("payload") instanceof Json.Obj && line.get("type") instanceof Json.Text;
    }

    static Trajectory read(List<Json.Obj> lines, String fallback) {
        CodexRollout rollout = new CodexRollout();
        lines.forEach(rollout::take);
        return Trajectory.of(rollout.session.isEmpty() ? fallback : rollout.session, rollout.messages);
    }

    private void take(Json.Obj line) {
        if (!(line.get("payload") instanceof Json.Obj payload)) {
            return;
        }
        OptionalDouble at = Times.of(line.get("timestamp"));
        switch (line.type()) {
            case "session_meta" -> session = payload.text("id").orElse(session);
            case "response_item" -> item(payload, at);
            default -> {}
        }
    }

    private void item(Json.Obj item, OptionalDouble at) {
        switch (item.type()) {
            case "message" -> {
                Role role = TrajectoryLine.role(item.text("role").orElse(""));
                String text = Blocks.text(item.get("content"));
                if (role == Role.ASSISTANT) {
                    answer(text, List.of(), at);
                } else {
                    messages.add(Message.text(role, text, at));
                }
            }
            case "function_call" -> answer("", List.of(call(item, "arguments")), at);
            case "custom_tool_call" -> answer("", List.of(call(item, "input")), at);
            case "local_shell_call" -> answer("", List.of(call(item, "action")), at);
            case "function_call_output", "custom_tool_call_output", "local_shell_call_output" ->
                messages.add(new Message(
                        Role.TOOL,
                        Blocks.text(item.get("output")),
                        List.of(),
                        item.text("call_id").orElse(""),
                        "",
                        /* isError= */ false,
                        at));
            default -> {}
        }
    }

    private static Call call(Json.Obj item, String arguments) {
        return new Call(
                item.text("call_id").orElse(""),
                item.text("name").orElse(item.type()),
                TrajectoryLine.text(item.get(arguments)));
    }

    private void answer(String text, List<Call> calls, OptionalDouble at) {
        boolean goesOn = !messages.isEmpty() && messages.getLast().is(Role.ASSISTANT);
        if (!goesOn) {
            messages.add(Message.answer(text, calls, at));
            return;
        }
        Message before = messages.removeLast();
        List<Call> all = new ArrayList<>(before.calls());
        all.addAll(calls);
        String joined =
                before.content().isEmpty() || text.isEmpty() ? before.content() + text : before.content() + "\n" + text;
        messages.add(before.withContent(joined).withCalls(all));
    }
}
