package dev.throughline.replay.recording;

import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.text.Compact;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

    static boolean isOne(Json.Obj line) {
        return line.get("messages") instanceof Json.Arr;
    }

    static Trajectory read(Json.Obj line) {
        List<Message> messages = new ArrayList<>();
        for (Json each : line.list("messages")) {
            if (each instanceof Json.Obj message) {
                messages.add(message(message));
            }
        }
        return Trajectory.of(text(line.get("id")), messages);
    }

    private static Message message(Json.Obj message) {
        List<Call> calls = new ArrayList<>();
        for (Json each : message.list("tool_calls")) {
            if (each instanceof Json.Obj call) {
                calls.add(new Call(text(call.get("id")), text(call.get("name")), text(call.get("arguments"))));
            }
        }
        return new Message(
                role(message.text("role").orElse("")),
                text(message.get("content")),
                calls,
                text(message.get("tool_call_id")),
                text(message.get("name")),
                message.get("is_error") instanceof Json.Bool bool && bool.value(),
                Times.of(message.get("ts")));
    }

    /** Unknown speakers are heard as users. */
    static Role role(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "system", "developer" -> Role.SYSTEM;
            case "assistant" -> Role.ASSISTANT;
            case "tool" -> Role.TOOL;
            default -> Role.USER;
        };
    }

    /** A text as it is, nothing as an empty one, anything else as its JSON. */
    static String text(@Nullable Json value) {
        return switch (value) {
            case null -> "";
            case Json.Text text -> text.value();
            case Json.Nil _ -> "";
            case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _ -> Compact.text(value);
        };
    }
}
