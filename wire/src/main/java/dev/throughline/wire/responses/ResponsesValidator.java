package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.ToolRules;
import dev.throughline.wire.request.Violations;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a Responses request by the rules of OpenAI, such as: a call needs its output, an output its call, and
 * reasoning an output of the model after it.
 *
 * <p>A request that continues a response that the provider stores may answer calls that it does not show.
 */
final class ResponsesValidator {
    /** The type of an output is the type of its call and this. */
    private static final String OUTPUT = "_output";

    private static final Set<String> ROLES = Set.of("user", "assistant", "system", "developer");

    private final Violations violations;
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private boolean continuesStoredResponse;

    private record Call(String type, String where) {}

    private ResponsesValidator(Violations violations) {
        this.violations = violations;
    }

    static List<Violation> check(Bytes body) {
        return Violations.of(body, (request, violations) -> new ResponsesValidator(violations).request(request));
    }

    private void request(Json.Obj request) {
        ToolRules.check(request, "parameters", violations);
        continuesStoredResponse = request.has("previous_response_id") || request.has("conversation");
        List<Json> input = request.list("input");
        boolean isText = !request.text("input").orElse("").isEmpty();
        violations.require(isText || !input.isEmpty(), ValidationRule.HISTORY_EMPTY, "input");
        for (int i = 0; i < input.size(); i++) {
            String where = "input[" + i + "]";
            if (input.get(i) instanceof Json.Obj item) {
                item(item, i + 1 < input.size() ? input.get(i + 1) : null, where);
            } else {
                violations.add(ValidationRule.SHAPE, where);
            }
        }
        calls.forEach(
                (id, call) -> violations.require(answered.contains(id), ValidationRule.RESULT_MISSING, call.where()));
    }

    private void item(Json.Obj item, @Nullable Json next, String where) {
        item.text("id").ifPresent(id -> violations.require(ids.add(id), ValidationRule.ITEM_ID_TWICE, where));
        String type = type(item);
        if (type.equals("message")) {
            message(item, where);
        } else if (type.equals("reasoning")) {
            violations.require(isProduct(next), ValidationRule.REASONING_ALONE, where);
        } else if (type.equals("compaction_trigger")) {
            violations.require(next == null, ValidationRule.TRIGGER_NOT_LAST, where);
        } else if (ResponsesItems.ANSWERED_CALLS.contains(type)) {
            call(item, type, where);
        } else if (type.endsWith(OUTPUT)
                && ResponsesItems.ANSWERED_CALLS.contains(type.substring(0, type.length() - OUTPUT.length()))) {
            output(item, type, where);
        }
    }

    private static String type(Json.Obj item) {
        return item.type().isEmpty() && item.has("role") ? "message" : item.type();
    }

    private void message(Json.Obj item, String where) {
        violations.requireRole(ROLES, item.text("role").orElse(""), where);
        violations.require(ContentParts.isFilled(item), ValidationRule.CONTENT_EMPTY, where);
    }

    /** Whether a model wrote this item, so that it may follow its reasoning. */
    private static boolean isProduct(@Nullable Json next) {
        if (!(next instanceof Json.Obj item)) {
            return false;
        }
        boolean isOthersMessage =
                type(item).equals("message") && !item.text("role").orElse("").equals("assistant");
        return !isOthersMessage && !type(item).endsWith(OUTPUT);
    }

    private void call(Json.Obj item, String type, String where) {
        String id = item.text("call_id").orElse("");
        violations.require(!id.isEmpty() && !calls.containsKey(id), ValidationRule.CALL_ID, where);
        if (type.equals("function_call") || type.equals("custom_tool_call")) {
            String argument = type.equals("function_call") ? "arguments" : "input";
            boolean isWhole = item.text(argument).isPresent() && ToolRules.isName(item.text("name"));
            violations.require(isWhole, ValidationRule.CALL_SHAPE, where);
        }
        if (!id.isEmpty()) {
            calls.put(id, new Call(type, where));
        }
    }

    private void output(Json.Obj item, String type, String where) {
        String id = item.text("call_id").orElse("");
        Call call = calls.get(id);
        if (call == null) {
            violations.require(continuesStoredResponse, ValidationRule.RESULT_ORPHAN, where);
        } else {
            violations.require(type.equals(call.type() + OUTPUT), ValidationRule.RESULT_KIND, where);
        }
        violations.require(answered.add(id), ValidationRule.RESULT_TWICE, where);
        boolean hasOwnShape = type.equals("computer_call_output") || type.equals("apply_patch_call_output");
        boolean isReadable = item.text("output").isPresent() || item.get("output") instanceof Json.Arr;
        violations.require(isReadable || hasOwnShape, ValidationRule.RESULT_SHAPE, where);
    }
}
