package dev.throughline.replay.speech;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI Responses, as Codex sends it: system texts are developer messages at the start of the input. */
final class ResponsesSpeaker extends Speaker {
    private static final String MODEL = "gpt-5.5";
    private static final int ID_LETTERS = 8;

    ResponsesSpeaker(Trajectory trajectory, String session, ItemPool pool) {
        super(Dialect.RESPONSES, trajectory, session, pool);
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
    Object tool(String name, Map<String, @Nullable Object> schema) {
        if (toolbox().takesText(name)) {
            return Compact.object("type", "custom", "name", name, "description", "Runs " + name + " on free text.");
        }
        return Compact.object(
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
    Head head(List<Object> tools, List<String> system) {
        Map<String, @Nullable Object> members = Compact.object(
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
            members.put("tools", tools);
            members.put("tool_choice", "auto");
        }
        List<Object> developer = new ArrayList<>();
        system.forEach(text -> developer.add(message("developer", text)));
        return new Head(members, "input", developer);
    }

    private static Map<String, @Nullable Object> message(String role, String text) {
        return Compact.object(
                "type",
                "message",
                "role",
                role,
                "content",
                List.of(Compact.object("type", "input_text", "text", text)));
    }

    @Override
    void advance(int turn) {
        for (int at = position(); at < turn; at++) {
            for (Object item : items(at)) {
                say(item, List.of(at));
            }
            moveTo(at + 1);
        }
    }

    private List<Object> items(int index) {
        Message message = message(index);
        return switch (message.role()) {
            case ASSISTANT -> answer(index);
            case TOOL ->
                List.of(Compact.object(
                        "type",
                        toolbox().takesText(message.name()) ? "custom_tool_call_output" : "function_call_output",
                        "call_id",
                        message.callId(),
                        "output",
                        message.content()));
            case SYSTEM -> List.of(message("developer", message.content()));
            case USER -> List.of(message("user", message.content()));
        };
    }

    @Override
    public List<Object> answer(int index) {
        Message message = message(index);
        String id = session().substring(0, ID_LETTERS) + "_" + index;
        List<Object> items = new ArrayList<>();
        if (!Texts.isBlank(message.content())) {
            items.add(Compact.object(
                    "type",
                    "message",
                    "id",
                    "msg_" + id,
                    "status",
                    "completed",
                    "role",
                    "assistant",
                    "content",
                    List.of(Compact.object(
                            "type", "output_text", "text", message.content(), "annotations", List.of()))));
        }
        for (int i = 0; i < message.calls().size(); i++) {
            items.add(call(message.calls().get(i), id + "_" + i));
        }
        return items;
    }

    private Map<String, @Nullable Object> call(Call call, String id) {
        if (toolbox().takesText(call.name())) {
            return Compact.object(
                    "type",
                    "custom_tool_call",
                    "id",
                    "ctc_" + id,
                    "status",
                    "completed",
                    "call_id",
                    call.id(),
                    "name",
                    call.name(),
                    "input",
                    call.arguments());
        }
        return Compact.object(
                "type",
                "function_call",
                "id",
                "fc_" + id,
                "status",
                "completed",
                "name",
                call.name(),
                "arguments",
                call.arguments(),
                "call_id",
                call.id());
    }
}
