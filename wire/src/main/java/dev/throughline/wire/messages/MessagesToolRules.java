package dev.throughline.wire.messages;

import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.ToolRules;
import dev.throughline.wire.request.Violations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks calls and results of a Messages history: the results of an assistant message are the first blocks of the next
 * message that is not a system message, each once, and no others.
 */
final class MessagesToolRules {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]+");

    private final Violations violations;
    private final Set<String> known = new HashSet<>();
    private List<String> waiting = new ArrayList<>();

    private MessagesToolRules(Violations violations) {
        this.violations = violations;
    }

    static void check(Json.Obj request, List<ValidatedMessage> messages, Violations violations) {
        MessagesToolRules walk = new MessagesToolRules(violations);
        messages.stream().filter(message -> !message.isSystem()).forEach(walk::message);
        walk.requireAnswered(List.of(), messages.getLast().where());
        boolean usesTools = !walk.known.isEmpty() || messages.stream().anyMatch(ValidatedMessage::hasResults);
        violations.require(!usesTools || !request.list("tools").isEmpty(), ValidationRule.TOOLS_MISSING, "tools");
    }

    private void message(ValidatedMessage message) {
        List<String> answered = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        boolean isPastResults = false;
        for (int i = 0; i < message.blocks().size(); i++) {
            Json.Obj block = message.blocks().get(i);
            if (block.type().equals("tool_result")) {
                violations.require(!isPastResults, ValidationRule.RESULT_ORDER, message.at(i));
                result(block, message, message.at(i), answered);
            } else {
                isPastResults = true;
            }
            if (block.type().equals("tool_use")) {
                violations.require(message.isAssistant(), ValidationRule.CALL_PLACE, message.at(i));
                calls.add(call(block, message.at(i)));
            }
        }
        requireAnswered(answered, message.where());
        waiting = calls;
    }

    private void requireAnswered(List<String> answered, String where) {
        waiting.stream()
                .filter(call -> !answered.contains(call))
                .forEach(call -> violations.add(ValidationRule.RESULT_MISSING, where));
    }

    private void result(Json.Obj block, ValidatedMessage message, String where, List<String> answered) {
        String call = block.text("tool_use_id").orElse("");
        violations.require(message.role().equals("user"), ValidationRule.RESULT_PLACE, where);
        if (answered.contains(call)) {
            violations.add(ValidationRule.RESULT_TWICE, where);
        } else {
            violations.require(waiting.contains(call), ValidationRule.RESULT_ORPHAN, where);
        }
        boolean isError = block.get("is_error") instanceof Json.Bool flag && flag.value();
        violations.require(!isError || ContentParts.isFilled(block), ValidationRule.RESULT_SHAPE, where);
        answered.add(call);
    }

    private String call(Json.Obj block, String where) {
        String id = block.text("id").orElse("");
        violations.require(ID.matcher(id).matches() && known.add(id), ValidationRule.CALL_ID, where);
        boolean isWhole = ToolRules.isName(block.text("name")) && block.get("input") instanceof Json.Obj;
        violations.require(isWhole, ValidationRule.CALL_SHAPE, where);
        return id;
    }
}
