package dev.throughline.replay.recording;

import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.text.Compact;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

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
    private final List<Message> messages = new ArrayList<>();
    private String session = "";
    private String answerId = "";

    private ClaudeTranscript() {}

    static boolean isOne(Json.Obj line) {
        return line.get("sessionId") instanceof Json.Text && line.get("type") instanceof Json.Text;
    }

    static Trajectory read(List<Json.Obj> lines, String fallback) {
        ClaudeTranscript transcript = new ClaudeTranscript();
        lines.forEach(transcript::take);
        return Trajectory.of(transcript.session.isEmpty() ? fallback : transcript.session, transcript.messages);
    }

    private void take(Json.Obj line) {
        if (session.isEmpty()) {
            session = line.text("sessionId").orElse("");
        }
        if (line.get("isSidechain") instanceof Json.Bool side && side.value()) {
            return;
        }
        OptionalDouble at = Times.of(line.get("timestamp"));
        switch (line.type()) {
            case "assistant" -> message(line).ifPresent(message -> answer(message, at));
            case "user" -> message(line).ifPresent(message -> user(message, at));
            case "attachment" -> attachment(line, at);
            default -> {}
        }
    }

    private static Optional<Json.Obj> message(Json.Obj line) {
        return line.get("message") instanceof Json.Obj message ? Optional.of(message) : Optional.empty();
    }

    private void answer(Json.Obj line, OptionalDouble at) {
        String id = line.text("id").orElse("");
        StringBuilder text = new StringBuilder(line.text("content").orElse(""));
        List<Call> calls = new ArrayList<>();
        for (Json each : line.list("content")) {
            if (each instanceof Json.Obj block) {
                switch (block.type()) {
                    case "text" -> text.append(block.text("text").orElse(""));
                    case "tool_use" ->
                        calls.add(new Call(
                                block.text("id").orElse(""),
                                block.text("name").orElse(""),
                                Compact.text(block.get("input"))));
                    default -> {}
                }
            }
        }
        Message answer = Message.answer(text.toString(), calls, at);
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

    private static Message joined(Message first, Message second) {
        List<Call> calls = new ArrayList<>(first.calls());
        calls.addAll(second.calls());
        return first.withContent(first.content() + second.content()).withCalls(calls);
    }

    private void user(Json.Obj line, OptionalDouble at) {
        line.text("content").ifPresent(text -> messages.add(Message.text(Role.USER, text, at)));
        for (Json each : line.list("content")) {
            if (each instanceof Json.Obj block && block.type().equals("text")) {
                messages.add(Message.text(Role.USER, block.text("text").orElse(""), at));
            } else if (each instanceof Json.Obj block && block.type().equals("tool_result")) {
                boolean isError = block.get("is_error") instanceof Json.Bool bool && bool.value();
                messages.add(new Message(
                        Role.TOOL,
                        Blocks.text(block.get("content")),
                        List.of(),
                        block.text("tool_use_id").orElse(""),
                        "",
                        isError,
                        at));
            }
        }
    }

    private void attachment(Json.Obj line, OptionalDouble at) {
        for (Json each : line.list("rendered")) {
            if (each instanceof Json.Obj shown) {
                messages.add(Message.text(Role.USER, Blocks.text(shown.get("content")), at));
            }
        }
    }
}
