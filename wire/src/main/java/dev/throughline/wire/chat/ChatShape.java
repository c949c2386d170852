package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Complaints;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.Rule;
import dev.throughline.wire.json.ToolList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What OpenAI refuses about a Chat request: above all, tool messages that do not stand directly behind their calls. */
final class ChatShape {
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool", "function");

    private final Complaints complaints = new Complaints();
    private final Set<String> calls = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final List<String> waiting = new ArrayList<>();

    private ChatShape() {}

    static List<Violation> check(Bytes body) {
        ChatShape shape = new ChatShape();
        if (Json.parse(body) instanceof Json.Obj request) {
            shape.request(request);
        } else {
            shape.complaints.add(Rule.SHAPE, "", "expected an object");
        }
        return shape.complaints.all();
    }

    private void request(Json.Obj request) {
        complaints.require(
                !request.text("model").orElse("").isEmpty(), Rule.MODEL_MISSING, "model", "expected a model");
        ToolList.check(request, "parameters", complaints);
        List<Json> messages = request.list("messages");
        complaints.require(!messages.isEmpty(), Rule.HISTORY_EMPTY, "messages", "expected at least one message");
        for (int i = 0; i < messages.size(); i++) {
            String where = "messages[" + i + "]";
            if (messages.get(i) instanceof Json.Obj message) {
                message(message, where);
            } else {
                complaints.add(Rule.SHAPE, where, "expected a message to be an object");
            }
        }
        endOfResults("messages");
    }

    private void message(Json.Obj message, String where) {
        String role = message.text("role").orElse("");
        complaints.require(
                ROLES.contains(role), Rule.ROLE_UNKNOWN, where, "expected a known role, found '" + role + "'");
        if (role.equals("tool")) {
            result(message, where);
            return;
        }
        endOfResults(where);
        List<Json> called = message.list("tool_calls");
        if (message.has("tool_calls")) {
            complaints.require(
                    role.equals("assistant"), Rule.CALL_PLACE, where, "expected calls in assistant messages only");
            complaints.require(!called.isEmpty(), Rule.CALL_SHAPE, where, "expected tool_calls to be a filled list");
        }
        boolean says = hasContent(message) || message.has("refusal") || message.has("audio");
        boolean calls = role.equals("assistant") && (!called.isEmpty() || message.has("function_call"));
        complaints.require(says || calls, Rule.CONTENT_EMPTY, where, "expected content");
        for (Json call : called) {
            call(call, where);
        }
    }

    private static boolean hasContent(Json.Obj message) {
        return !message.text("content").orElse("").isEmpty()
                || !message.list("content").isEmpty();
    }

    private void result(Json.Obj message, String where) {
        String call = message.text("tool_call_id").orElse("");
        if (!waiting.remove(call)) {
            boolean isTwice = answered.contains(call);
            complaints.add(
                    isTwice ? Rule.RESULT_TWICE : Rule.RESULT_ORPHAN,
                    where,
                    "messages with role 'tool' must be a response to a preceding message with 'tool_calls': " + call);
        }
        answered.add(call);
        complaints.require(message.has("content"), Rule.RESULT_SHAPE, where, "expected content");
    }

    private void endOfResults(String where) {
        for (String call : waiting) {
            complaints.add(
                    Rule.RESULT_MISSING,
                    where,
                    "an assistant message with 'tool_calls' must be followed by tool messages for each: " + call);
        }
        waiting.clear();
    }

    private void call(Json value, String where) {
        if (!(value instanceof Json.Obj call)) {
            complaints.add(Rule.CALL_SHAPE, where, "expected a call to be an object");
            return;
        }
        String id = call.text("id").orElse("");
        complaints.require(
                !id.isEmpty() && calls.add(id),
                Rule.CALL_ID,
                where,
                "expected a call id of its own, found '" + id + "'");
        waiting.add(id);
        Json named = call.has("function") ? call.get("function") : call.get("custom");
        boolean isWhole = named instanceof Json.Obj function
                && ToolList.isName(function.text("name"))
                && (function.text("arguments").isPresent()
                        || function.text("input").isPresent());
        complaints.require(isWhole, Rule.CALL_SHAPE, where, "expected a call to have a name and arguments as a text");
    }
}
