package dev.throughline.simulator.recording;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Reads one line of a trajectory file: a whole session as an object.
 *
 * <pre>
 *   id         the session's name
 *   messages   its messages, each
 *     role           system, user, assistant or tool
 *     content        a text; anything else is taken as its JSON
 *     tool_calls     of an assistant: [{id, name, arguments}]
 *     tool_call_id   of a tool: the call it answers
 *     name           of a tool: its name
 *     is_error       of a tool: whether it failed
 *     ts             ISO text or milliseconds since the epoch
 * </pre>
 *
 * Other members are left alone; recorded thinking too, for it has no signatures.
 */
final class TrajectoryLine {
    private TrajectoryLine() {}

    static boolean isOne(JsonNode line) {
        return line.path("messages").isArray();
    }

    static Trajectory read(JsonNode line) {
        List<RecordedMessage> messages = new ArrayList<>();
        for (JsonNode message : line.path("messages")) {
            if (message.isObject()) {
                messages.add(message(message));
            }
        }
        return Trajectory.of(text(line.path("id")), messages);
    }

    private static RecordedMessage message(JsonNode message) {
        List<RecordedCall> calls = new ArrayList<>();
        for (JsonNode call : message.path("tool_calls")) {
            if (call.isObject()) {
                calls.add(
                        new RecordedCall(text(call.path("id")), text(call.path("name")), text(call.path("arguments"))));
            }
        }
        return new RecordedMessage(
                role(JsonNodes.text(message, "role")),
                text(message.path("content")),
                calls,
                text(message.path("tool_call_id")),
                text(message.path("name")),
                JsonNodes.isTrue(message, "is_error"),
                RecordedTime.of(message.path("ts")));
    }

    /** An unknown role is a user. */
    static Role role(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "system", "developer" -> Role.SYSTEM;
            case "assistant" -> Role.ASSISTANT;
            case "tool" -> Role.TOOL;
            default -> Role.USER;
        };
    }

    /** A text as it is, nothing as an empty one, anything else as its JSON. */
    static String text(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : JsonNodes.write(value);
    }

    /** The text of a content that may be a text or a list of blocks; a block without text is named by its type. */
    static String contentText(JsonNode content) {
        if (!content.isArray()) {
            return text(content);
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode block : content) {
            boolean isOther = block.isObject() && !block.path("text").isString();
            texts.add(
                    isOther
                            ? "[" + JsonNodes.text(block, "type") + "]"
                            : text(block.isObject() ? block.path("text") : block));
        }
        return String.join("\n", texts);
    }
}
