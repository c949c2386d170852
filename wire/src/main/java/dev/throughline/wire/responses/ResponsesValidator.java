package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.ToolRules;
import dev.throughline.wire.request.ValidationRule;
import dev.throughline.wire.request.Violations;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What OpenAI refuses about a Responses request: a call without its output, an output without its call, reasoning
 * without what it led to.
 *
 * <p>A request that continues a response which the provider keeps may answer calls that it does not show.
 */
final class ResponsesValidator {
    /** Calls that the client answers, and the type of their answer. */
    private static final Map<String, String> ANSWERS = Map.of(
            "function_call", "function_call_output",
            "custom_tool_call", "custom_tool_call_output",
            "local_shell_call", "local_shell_call_output",
            "shell_call", "shell_call_output",
            "apply_patch_call", "apply_patch_call_output",
            "computer_call", "computer_call_output");

    private static final Set<String> OUTPUTS = Set.copyOf(ANSWERS.values());
    private static final Set<String> ROLES = Set.of("user", "assistant", "system", "developer");

    private final Violations violations;
    private final Map<String, String> calls = new LinkedHashMap<>();
    private final Map<String, String> calledAt = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private boolean continuesKeptResponse;

    private ResponsesValidator(Violations violations) {
        this.violations = violations;
    }

    static List<Violation> check(Bytes body) {
        return Violations.of(body, (request, violations) -> new ResponsesValidator(violations).request(request));
    }

    private void request(Json.Obj request) {
        ToolRules.check(request, "parameters", violations);
        continuesKeptResponse = request.has("previous_response_id") || request.has("conversation");
        List<Json> input = request.list("input");
        boolean isText = !request.text("input").orElse("").isEmpty();
        violations.require(
                isText || !input.isEmpty(),
                ValidationRule.HISTORY_EMPTY,
                "input",
                "expected a text or a list of items");
        for (int i = 0; i < input.size(); i++) {
            String where = "input[" + i + "]";
            if (input.get(i) instanceof Json.Obj item) {
                item(item, i + 1 < input.size() ? input.get(i + 1) : null, where);
            } else {
                violations.add(ValidationRule.SHAPE, where, "expected an item to be an object");
            }
        }
        calls.keySet().stream()
                .filter(call -> !answered.contains(call))
                .forEach(call -> violations.add(
                        ValidationRule.RESULT_MISSING,
                        calledAt.getOrDefault(call, ""),
                        "No tool output found for call " + call));
    }

    private void item(Json.Obj item, @Nullable Json next, String where) {
        item.text("id")
                .ifPresent(id -> violations.require(
                        ids.add(id),
                        ValidationRule.ITEM_ID_TWICE,
                        where,
                        "expected ids to be unique, found " + id + " twice"));
        String type = type(item);
        if (type.equals("message")) {
            message(item, where);
        } else if (type.equals("reasoning")) {
            violations.require(
                    isProduct(next),
                    ValidationRule.REASONING_ALONE,
                    where,
                    "expected reasoning to be followed by what it led to");
        } else if (type.equals("compaction_trigger")) {
            violations.require(
                    next == null, ValidationRule.TRIGGER_NOT_LAST, where, "expected nothing behind a trigger");
        } else if (ANSWERS.containsKey(type)) {
            call(item, type, where);
        } else if (OUTPUTS.contains(type)) {
            output(item, type, where);
        }
    }

    private static String type(Json.Obj item) {
        return item.type().isEmpty() && item.has("role") ? "message" : item.type();
    }

    private void message(Json.Obj item, String where) {
        String role = item.text("role").orElse("");
        violations.requireRole(ROLES, role, where);
        violations.require(ContentParts.isFilled(item), ValidationRule.CONTENT_EMPTY, where, "expected content");
    }

    /** Whether this is something that a model wrote, and so may stand behind its reasoning. */
    private static boolean isProduct(@Nullable Json next) {
        if (!(next instanceof Json.Obj item)) {
            return false;
        }
        boolean isOthersMessage =
                type(item).equals("message") && !item.text("role").orElse("").equals("assistant");
        return !isOthersMessage && !type(item).endsWith("_output");
    }

    private void call(Json.Obj item, String type, String where) {
        Optional<String> id = item.text("call_id").filter(text -> !text.isEmpty());
        violations.require(
                id.isPresent() && !calls.containsKey(id.get()),
                ValidationRule.CALL_ID,
                where,
                "expected a call_id of its own, found " + id.orElse("none"));
        if (type.equals("function_call") || type.equals("custom_tool_call")) {
            String argument = type.equals("function_call") ? "arguments" : "input";
            violations.require(
                    item.text(argument).isPresent() && ToolRules.isName(item.text("name")),
                    ValidationRule.CALL_SHAPE,
                    where,
                    "expected a call to have a name and " + argument);
        }
        id.ifPresent(call -> {
            calls.put(call, type);
            calledAt.putIfAbsent(call, where);
        });
    }

    private void output(Json.Obj item, String type, String where) {
        String call = item.text("call_id").orElse("");
        String called = calls.get(call);
        if (called == null) {
            violations.require(
                    continuesKeptResponse,
                    ValidationRule.RESULT_ORPHAN,
                    where,
                    "No tool call found for output with call_id " + call);
        } else {
            violations.require(
                    type.equals(ANSWERS.get(called)),
                    ValidationRule.RESULT_KIND,
                    where,
                    "expected the output of a " + called);
        }
        violations.require(
                answered.add(call), ValidationRule.RESULT_TWICE, where, "expected one output for call " + call);
        boolean isReadable = item.text("output").isPresent()
                || item.get("output") instanceof Json.Arr
                || type.equals("computer_call_output");
        violations.require(
                isReadable || type.equals("apply_patch_call_output"),
                ValidationRule.RESULT_SHAPE,
                where,
                "expected output to be a text or a list");
    }
}
