package dev.throughline.replay.speech;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic Messages, as Claude Code sends it. Everything between two answers is one user message, results first. Its
 * last block carries the cache marker while it ends the request; a lone text is a plain string once the marker has
 * moved on.
 */
final class MessagesSpeaker extends Speaker {
    private static final String MODEL = "claude-sonnet-4-5";
    private static final Map<String, @Nullable Object> MARKER = Compact.object("type", "ephemeral");
    private static final int OUTPUT_LIMIT = 32_000;

    MessagesSpeaker(Trajectory trajectory, String session, ItemPool pool) {
        super(Dialect.MESSAGES, trajectory, session, pool);
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
    Object tool(String name, Map<String, @Nullable Object> schema) {
        return Compact.object(
                "name", name, "description", "Runs " + name + " and returns its output.", "input_schema", schema);
    }

    @Override
    Head head(List<Object> tools, List<String> system) {
        List<Map<String, @Nullable Object>> blocks = new ArrayList<>();
        system.forEach(text -> blocks.add(Compact.object("type", "text", "text", text)));
        blocks.getLast().put("cache_control", MARKER);
        String user =
                Compact.text(Compact.object("device_id", "0".repeat(64), "account_uuid", "", "session_id", session()));
        Map<String, @Nullable Object> members = Compact.object(
                "model",
                MODEL,
                "max_tokens",
                OUTPUT_LIMIT,
                "stream",
                true,
                "metadata",
                Compact.object("user_id", user),
                "system",
                blocks);
        if (!tools.isEmpty()) {
            members.put("tools", tools);
        }
        return new Head(members, "messages", List.of());
    }

    @Override
    void advance(int turn) {
        while (position() < turn) {
            int at = position();
            if (message(at).is(Role.ASSISTANT)) {
                Object answer = Compact.object("role", "assistant", "content", answer(at));
                say(answer, List.of(at));
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
        List<Object> plain = new ArrayList<>();
        List<Object> marked = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            Map<String, @Nullable Object> block = block(message(order.get(i)));
            plain.add(block);
            Map<String, @Nullable Object> other = block(message(order.get(i)));
            if (i == order.size() - 1) {
                other.put("cache_control", MARKER);
            }
            marked.add(other);
        }
        boolean isLoneText = order.size() == 1 && !message(order.getFirst()).is(Role.TOOL);
        Object content = isLoneText ? tailText(message(order.getFirst())) : plain;
        say(
                Compact.object("role", "user", "content", content),
                order,
                Compact.object("role", "user", "content", marked));
    }

    private Map<String, @Nullable Object> block(Message message) {
        if (!message.is(Role.TOOL)) {
            return Compact.object("type", "text", "text", tailText(message));
        }
        Map<String, @Nullable Object> block =
                Compact.object("tool_use_id", message.callId(), "type", "tool_result", "content", message.content());
        if (message.isError()) {
            block.put("is_error", true);
            block.put("content", message.content().isEmpty() ? "error" : message.content());
        }
        return block;
    }

    @Override
    String tailText(Message message) {
        return message.is(Role.SYSTEM)
                ? "<system-reminder>\n" + message.content() + "\n</system-reminder>"
                : message.content();
    }

    @Override
    public List<Object> answer(int index) {
        Message message = message(index);
        List<Object> blocks = new ArrayList<>();
        if (!Texts.isBlank(message.content())) {
            blocks.add(Compact.object("type", "text", "text", message.content()));
        }
        for (Call call : message.calls()) {
            blocks.add(Compact.object(
                    "type",
                    "tool_use",
                    "id",
                    call.id(),
                    "name",
                    call.name(),
                    "input",
                    toolbox().input(call)));
        }
        return blocks;
    }
}
