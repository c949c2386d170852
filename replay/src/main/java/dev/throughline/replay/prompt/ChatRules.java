package dev.throughline.replay.prompt;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What OpenAI refuses about a Chat Completions request. */
final class ChatRules extends Rules {
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool", "function");

    private final List<String> waiting = new ArrayList<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> seen = new HashSet<>();

    ChatRules(ReadBody body) {
        super(body);
    }

    @Override
    @Nullable
    Json function(Json.Obj tool) {
        return tool.type().equals("function") ? tool.get("function") : tool;
    }

    @Override
    @Nullable
    Json schema(Json.Obj tool, Json.Obj function) {
        return function.get("parameters");
    }

    @Override
    boolean needsSchema(Json.Obj tool) {
        return false;
    }

    @Override
    void check() {
        Set<String> names = declared();
        List<Json> messages = body().historyJson();
        if (messages.isEmpty() || body().get("messages") != null) {
            add("messages", "messages: must be a non-empty list");
            return;
        }
        for (int i = 0; i < messages.size(); i++) {
            message(Grammar.object(messages.get(i), "a message"), new Place("messages", i));
        }
        require(
                waiting.isEmpty(),
                "missing_result",
                () -> "the last message calls tools that have no result: " + some(waiting));
        referenced(called, names);
    }

    private void message(Json.Obj message, Place where) {
        String role = text(message, "role");
        require(ROLES.contains(role), "role", () -> where + ": unexpected role '" + role + "'");
        if (role.equals("tool")) {
            String id = text(message, "tool_call_id");
            require(
                    waiting.remove(id),
                    "orphan_result",
                    () -> where
                            + ": messages with role 'tool' must be a response to a preceding message with"
                            + " 'tool_calls': "
                            + id);
            require(message.has("content"), "empty_content", () -> where + ": content is required");
            return;
        }
        require(
                waiting.isEmpty(),
                "missing_result",
                () -> where
                        + ": an assistant message with 'tool_calls' must be followed by tool messages responding to"
                        + " each 'tool_call_id': " + some(waiting));
        waiting.clear();
        List<Json> calls = calls(message, role, where);
        require(
                !isEmpty(message.get("content")) || (role.equals("assistant") && !calls.isEmpty()),
                "empty_content",
                () -> where + ": content must be non-empty");
        calls.forEach(call -> call(Grammar.object(call, "a call"), where));
    }

    private List<Json> calls(Json.Obj message, String role, Place where) {
        if (!message.has("tool_calls")) {
            return List.of();
        }
        List<Json> calls = message.list("tool_calls");
        boolean isGood = role.equals("assistant") && !calls.isEmpty();
        require(isGood, "tool_calls", () -> where + ": tool_calls must be a non-empty list on an assistant message");
        return isGood ? calls : List.of();
    }

    private void call(Json.Obj call, Place where) {
        Json named = call.has("function") ? call.get("function") : call.get("custom");
        String id = text(call, "id");
        require(
                !id.isEmpty() && !seen.contains(id),
                "call_id",
                () -> where + ": tool call ids must be present and unique: " + id);
        Json.Obj function = named instanceof Json.Obj object ? object : Block.text("");
        require(isName(text(function, "name")), "call_shape", () -> where + ": a tool call needs a function name");
        Json arguments = function.has("arguments") ? function.get("arguments") : function.get("input");
        require(arguments instanceof Json.Text, "call_shape", () -> where + ": arguments must be a string");
        seen.add(id);
        called.add(text(function, "name"));
        waiting.add(id);
    }
}
