package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.ToolRules;
import dev.throughline.wire.request.Violations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks a Chat request by the rules of OpenAI, above all that tool messages directly follow their calls. */
final class ChatValidator {
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool", "function");

    private final Violations violations;
    private final Set<String> calls = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final List<String> waiting = new ArrayList<>();

    private ChatValidator(Violations violations) {
        this.violations = violations;
    }

    static List<Violation> check(Bytes body) {
        return Violations.of(body, (request, violations) -> new ChatValidator(violations).request(request));
    }

    private void request(Json.Obj request) {
        ToolRules.check(request, "parameters", violations);
        violations.messages(request, this::message);
        endOfResults("messages");
    }

    private void message(Json.Obj message, String where) {
        String role = message.text("role").orElse("");
        violations.requireRole(ROLES, role, where);
        if (role.equals("tool")) {
            result(message, where);
            return;
        }
        endOfResults(where);
        List<Json> called = message.list("tool_calls");
        if (message.has("tool_calls")) {
            violations.require(role.equals("assistant"), ValidationRule.CALL_PLACE, where);
            violations.require(!called.isEmpty(), ValidationRule.CALL_SHAPE, where);
        }
        boolean hasContent = ContentParts.isFilled(message) || message.has("refusal") || message.has("audio");
        boolean calls = role.equals("assistant") && (!called.isEmpty() || message.has("function_call"));
        violations.require(hasContent || calls, ValidationRule.CONTENT_EMPTY, where);
        called.forEach(call -> call(call, where));
    }

    private void result(Json.Obj message, String where) {
        String call = message.text("tool_call_id").orElse("");
        if (!waiting.remove(call)) {
            boolean isTwice = answered.contains(call);
            violations.add(isTwice ? ValidationRule.RESULT_TWICE : ValidationRule.RESULT_ORPHAN, where);
        }
        answered.add(call);
        violations.require(message.has("content"), ValidationRule.RESULT_SHAPE, where);
    }

    private void endOfResults(String where) {
        waiting.forEach(call -> violations.add(ValidationRule.RESULT_MISSING, where));
        waiting.clear();
    }

    private void call(Json value, String where) {
        if (!(value instanceof Json.Obj call)) {
            violations.add(ValidationRule.CALL_SHAPE, where);
            return;
        }
        String id = call.text("id").orElse("");
        violations.require(!id.isEmpty() && calls.add(id), ValidationRule.CALL_ID, where);
        waiting.add(id);
        Json named = call.has("function") ? call.get("function") : call.get("custom");
        boolean isWhole = named instanceof Json.Obj function
                && ToolRules.isName(function.text("name"))
                && (function.text("arguments").isPresent()
                        || function.text("input").isPresent());
        violations.require(isWhole, ValidationRule.CALL_SHAPE, where);
    }
}
