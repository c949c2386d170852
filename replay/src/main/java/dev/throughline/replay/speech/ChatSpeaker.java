package dev.throughline.replay.speech;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.text.Compact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI Chat Completions, as pi sends it. */
final class ChatSpeaker extends Speaker {
    private static final String MODEL = "gpt-5.5";
    private static final int OUTPUT_LIMIT = 32_000;

    ChatSpeaker(Trajectory trajectory, String session, ItemPool pool) {
        super(Dialect.CHAT, trajectory, session, pool);
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
    Object tool(String name, Map<String, @Nullable Object> schema) {
        return Compact.object(
                "type",
                "function",
                "function",
                Compact.object(
                        "name",
                        name,
                        "description",
                        "Runs " + name + " and returns its output.",
                        "parameters",
                        schema));
    }

    @Override
    Head head(List<Object> tools, List<String> system) {
        Map<String, @Nullable Object> members = Compact.object(
                "model",
                MODEL,
                "stream",
                true,
                "stream_options",
                Compact.object("include_usage", true),
                "store",
                false,
                "max_completion_tokens",
                OUTPUT_LIMIT);
        if (!tools.isEmpty()) {
            members.put("tools", tools);
        }
        List<Object> messages = new ArrayList<>();
        system.forEach(text -> messages.add(Compact.object("role", "system", "content", text)));
        return new Head(members, "messages", messages);
    }

    @Override
    void advance(int turn) {
        for (int at = position(); at < turn; at++) {
            say(wire(at), List.of(at));
            moveTo(at + 1);
        }
    }

    private Object wire(int index) {
        Message message = message(index);
        return switch (message.role()) {
            case ASSISTANT -> answer(index);
            case TOOL -> Compact.object("role", "tool", "content", message.content(), "tool_call_id", message.callId());
            case SYSTEM -> Compact.object("role", "system", "content", message.content());
            case USER -> Compact.object("role", "user", "content", message.content());
        };
    }

    @Override
    public Map<String, @Nullable Object> answer(int index) {
        Message message = message(index);
        Map<String, @Nullable Object> wire =
                Compact.object("role", "assistant", "content", message.content().isEmpty() ? null : message.content());
        List<Object> calls = new ArrayList<>();
        for (Call call : message.calls()) {
            calls.add(Compact.object(
                    "id",
                    call.id(),
                    "type",
                    "function",
                    "function",
                    Compact.object("name", call.name(), "arguments", toolbox().jsonText(call))));
        }
        if (!calls.isEmpty()) {
            wire.put("tool_calls", calls);
        }
        return wire;
    }
}
