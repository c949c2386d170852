package dev.throughline.wire.messages;

import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.NormalForm;
import dev.throughline.wire.request.Violations;
import java.util.ArrayList;
import java.util.List;

/**
 * One message as the API reads it: a text is one block.
 *
 * @param where its place, for example {@code messages[3]}
 */
record ValidatedMessage(String where, String role, List<Json.Obj> blocks) {
    /** The message; blocks that are no objects are violations. */
    static ValidatedMessage of(Json.Obj message, String where, Violations violations) {
        return new ValidatedMessage(where, message.text("role").orElse(""), blocks(message, where, violations));
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
                violations.add(ValidationRule.SHAPE, where);
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

    boolean hasResults() {
        return blocks.stream().anyMatch(block -> block.type().equals("tool_result"));
    }

    /** The place of one block. */
    String at(int block) {
        return where + ".content[" + block + "]";
    }
}
