package dev.throughline.simulator.recording;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/**
 * Reads a transcript of Claude Code, one session per file. Of its lines these are used:
 *
 * <pre>
 *   type         "user" or "assistant"; other lines are notes of the program to itself
 *   message      {role, content, id}: content is a text or blocks of type text, tool_use and tool_result
 *   timestamp    ISO text
 *   sessionId    the session's name
 *   isSidechain  true: a sub-agent's line, which is another conversation
 *   isMeta       true: shown to the model all the same, so it is kept
 *   rendered     of an "attachment": what the model was shown for it, [{content}]
 * </pre>
 *
 * An answer is written as one line per block; lines with the same message id are one answer.
 */
final class ClaudeTranscript {
    private final List<RecordedMessage> messages = new ArrayList<>();
    private String session = "";
    private String answerId = "";

    private ClaudeTranscript() {}

    static boolean isOne(JsonNode line) {
        return line.path("sessionId").isString() && line.path("type").isString();
    }

    static Trajectory read(List<JsonNode> lines, String fallback) {
        ClaudeTranscript transcript = new ClaudeTranscript();
        lines.forEach(transcript::take);
        return Trajectory.of(transcript.session.isEmpty() ? fallback : transcript.session, transcript.messages);
    }

    private void take(JsonNode line) {
        if (session.isEmpty()) {
            session = JsonNodes.text(line, "sessionId");
        }
        if (JsonNodes.isTrue(line, "isSidechain")) {
            return;
        }
        OptionalDouble at = RecordedTime.of(line.path("timestamp"));
        switch (JsonNodes.text(line, "type")) {
            case "assistant" -> answer(line.path("message"), at);
            case "user" -> user(line.path("message"), at);
            case "attachment" -> attachment(line, at);
            default -> {}
        }
    }

    private void answer(JsonNode line, OptionalDouble at) {
        if (!line.isObject()) {
            return;
        }
        String id = JsonNodes.text(line, "id");
        StringBuilder text = new StringBuilder(JsonNodes.text(line, "content"));
        List<RecordedCall> calls = new ArrayList<>();
        for (JsonNode block : line.path("content")) {
            switch (JsonNodes.text(block, "type")) {
                case "text" -> text.append(JsonNodes.text(block, "text"));
                case "tool_use" ->
                    calls.add(new RecordedCall(
                            JsonNodes.text(block, "id"),
                            JsonNodes.text(block, "name"),
                            block.has("input") ? JsonNodes.write(block.path("input")) : "null"));
                default -> {}
            }
        }
        RecordedMessage answer = RecordedMessage.answer(text.toString(), calls, at);
        boolean goesOn = !id.isEmpty()
                && id.equals(answerId)
                && !messages.isEmpty()
                && messages.getLast().is(Role.ASSISTANT);
        if (goesOn) {
            messages.add(joined(messages.removeLast(), answer));
        } else {
            messages.add(answer);
        }
        answerId = id;
    }

    private static RecordedMessage joined(RecordedMessage first, RecordedMessage second) {
        List<RecordedCall> calls = new ArrayList<>(first.calls());
        calls.addAll(second.calls());
        return first.withContent(first.content() + second.content()).withCalls(calls);
    }

    private void user(JsonNode line, OptionalDouble at) {
        if (line.path("content").isString()) {
            messages.add(RecordedMessage.text(Role.USER, JsonNodes.text(line, "content"), at));
        }
        for (JsonNode block : line.path("content")) {
            switch (JsonNodes.text(block, "type")) {
                case "text" -> messages.add(RecordedMessage.text(Role.USER, JsonNodes.text(block, "text"), at));
                case "tool_result" ->
                    messages.add(new RecordedMessage(
                            Role.TOOL,
                            TrajectoryLine.contentText(block.path("content")),
                            List.of(),
                            JsonNodes.text(block, "tool_use_id"),
                            "",
                            JsonNodes.isTrue(block, "is_error"),
                            at));
                default -> {}
            }
        }
    }

    private void attachment(JsonNode line, OptionalDouble at) {
        for (JsonNode shown : line.path("rendered")) {
            if (shown.isObject()) {
                messages.add(RecordedMessage.text(Role.USER, TrajectoryLine.contentText(shown.path("content")), at));
            }
        }
    }
}
