package dev.throughline.replay.prompt;

import dev.throughline.wire.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What OpenAI refuses about a Responses request. */
final class ResponsesRules extends Rules {
    private static final Map<String, String> CALL_OF_OUTPUT = Map.of(
            "function_call_output", "function_call",
            "custom_tool_call_output", "custom_tool_call",
            "local_shell_call_output", "local_shell_call");
    private static final Set<String> CALLS = Set.copyOf(CALL_OF_OUTPUT.values());
    private static final Set<String> ROLES = Set.of("user", "assistant", "system", "developer");

    private final Map<String, String> calls = new LinkedHashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> called = new HashSet<>();

    ResponsesRules(ReadBody body) {
        super(body);
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
        if (!body().text("input").isEmpty()) {
            return;
        }
        List<Json> history = body().historyJson();
        if (history.isEmpty()) {
            add("input", "input: must be a non-empty string or list");
            return;
        }
        for (Json each : history) {
            Json.Obj item = Grammar.object(each, "an item");
            if (item.type().equals("additional_tools")) {
                item.list("tools").forEach(space -> declaredInside(space, names));
            }
        }
        for (int i = 0; i < history.size(); i++) {
            item(Grammar.object(history.get(i), "an item"), new Place("input", i));
        }
        List<String> missing =
                calls.keySet().stream().filter(id -> !answered.contains(id)).toList();
        require(missing.isEmpty(), "missing_result", () -> "No tool output found for function call " + some(missing));
        referenced(called, names);
    }

    /** Tools may also be declared in the history, in spaces with a name. */
    private static void declaredInside(Json value, Set<String> names) {
        Json.Obj space = Grammar.object(value, "a tool");
        List<Json> inner = space.list("tools").isEmpty() ? List.of(space) : space.list("tools");
        inner.forEach(tool -> names.add(text(Grammar.object(tool, "a tool"), "name")));
    }

    private void item(Json.Obj item, Place where) {
        String type = item.type().isEmpty() ? "message" : item.type();
        if (type.equals("message")) {
            String role = text(item, "role");
            require(ROLES.contains(role), "role", () -> where + ": unexpected role '" + role + "'");
            require(!isEmpty(item.get("content")), "empty_content", () -> where + ": content must be non-empty");
        } else if (CALLS.contains(type)) {
            call(item, type, where);
        } else if (CALL_OF_OUTPUT.containsKey(type)) {
            output(item, type, where);
        }
    }

    private void call(Json.Obj item, String type, Place where) {
        String id = text(item, "call_id");
        require(
                !id.isEmpty() && !calls.containsKey(id),
                "call_id",
                () -> where + ": call_id is missing or used twice: " + id);
        if (!type.equals("local_shell_call")) {
            String argument = type.equals("function_call") ? "arguments" : "input";
            require(
                    item.get(argument) instanceof Json.Text && isName(text(item, "name")),
                    "call_shape",
                    () -> where + ": a call needs a name and " + argument);
            called.add(text(item, "name"));
        }
        calls.put(id, type);
    }

    private void output(Json.Obj item, String type, Place where) {
        String id = text(item, "call_id");
        String call = calls.get(id);
        if (call == null) {
            add("orphan_result", where + ": No tool call found for function call output with call_id " + id);
        } else {
            require(
                    call.equals(CALL_OF_OUTPUT.get(type)),
                    "result_kind",
                    () -> where + ": output of another kind than its call: " + id);
        }
        require(answered.add(id), "duplicate_result", () -> where + ": second output for call_id " + id);
        Json output = item.get("output");
        require(
                output instanceof Json.Text || output instanceof Json.Arr,
                "output",
                () -> where + ": output must be a string or a list");
    }
}
