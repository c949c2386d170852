package dev.throughline.wire.messages;

import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.NormalForm;
import dev.throughline.wire.request.ValidationRule;
import dev.throughline.wire.request.Violations;
import java.util.ArrayList;
import java.util.List;

/**
 * One message as the API reads it: a bare text is one block.
 *
 * @param where its place, for example {@code messages[3]}
 */
record ValidatedMessage(String where, String role, List<Json.Obj> blocks) {
    /** Those messages that are messages; the rest is complained about. */
    static List<ValidatedMessage> all(List<Json> values, Violations violations) {
        List<ValidatedMessage> messages = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            String where = "messages[" + i + "]";
            if (values.get(i) instanceof Json.Obj object) {
                messages.add(
                        new ValidatedMessage(where, object.text("role").orElse(""), blocks(object, where, violations)));
            } else {
                violations.add(ValidationRule.SHAPE, where, "expected a message to be an object");
            }
        }
        return messages;
    }

    private static List<Json.Obj> blocks(Json.Obj message, String where, Violations violations) {
        if (message.get("content") instanceof Json.Text text) {
            return text.value().isEmpty() ? List.of() : List.of(NormalForm.block("text", text.value()));
        }
        List<Json.Obj> blocks = new ArrayList<>();
        for (Json value : message.list("content")) {
            if (value instanceof Json.Obj block) {
                blocks.add(block);
            } else {
                violations.add(ValidationRule.SHAPE, where, "expected a block to be an object");
            }
        }
        return blocks;
    }

    boolean isAssistant() {
        return role.equals("assistant");
    }

    boolean isSystem() {
        return role.equals("system");
    }

    /** Whether this message brings at least one result. */
    boolean hasResults() {
        return blocks.stream().anyMatch(block -> block.type().equals("tool_result"));
    }

    /** The place of one block. */
    String at(int block) {
        return where + ".content[" + block + "]";
    }
}
