package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ItemHash;
import dev.throughline.wire.request.NormalForm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the item of one element of a Responses history: one element is one item.
 *
 * <p>Codex sends the model's output back with every field, pi without {@code status} and {@code logprobs}, OpenClaw
 * without ids; SDK programs send a string first and the same text as a message later. All of these are the same items.
 */
final class ResponsesItems {
    /** The differences that two forms of the same item may have. */
    static final NormalForm NORMAL = new NormalForm(
            /* dropped= */ Set.of("internal_chat_message_metadata_passthrough"),
            /* droppedAtTop= */ Set.of("id", "status"),
            /* droppedIfEmpty= */ Set.of("annotations", "logprobs", "content"),
            /* droppedIfFalse= */ Set.of(),
            /* callIds= */ Set.of("call_id"),
            /* blocks= */ Set.of("content", "output"),
            /* verbatim= */ Set.of(),
            /* defaults= */ Map.of("type", "message"));

    /** Calls that the client answers. Others, such as a web search, carry their own result. */
    static final Set<String> ANSWERED_CALLS = Set.of(
            "function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call", "computer_call");

    private ResponsesItems() {}

    static List<Item> of(Bytes body, Span element) {
        return List.of(
                switch (Json.parse(body, element)) {
                    case Json.Obj object -> item(object);
                    case Json.Text text -> message(text);
                    case Json value -> item(ItemKind.OTHER, "", value, new Json.Obj(value.span(), Map.of("", value)));
                });
    }

    private static Item item(Json.Obj object) {
        String role = object.text("role").orElse(object.type());
        ItemKind kind = kind(object);
        String block = kind == ItemKind.ASSISTANT ? "output_text" : "input_text";
        return item(kind, role, object, NORMAL.of(object, block));
    }

    /** A string is the same as a user message with this text. */
    private static Item message(Json.Text text) {
        Json.Obj message = new Json.Obj(text.span(), Map.of("role", new Json.Text("user"), "content", text));
        return item(ItemKind.USER, "user", text, NORMAL.of(message, "input_text"));
    }

    private static Item item(ItemKind kind, String role, Json raw, Json.Obj normal) {
        Hash id = ItemHash.hash(kind, role, normal);
        Optional<String> tool = Optional.empty();
        Optional<String> call = Optional.empty();
        if (raw instanceof Json.Obj object && (kind == ItemKind.TOOL_CALL || kind == ItemKind.TOOL_RESULT)) {
            tool = kind == ItemKind.TOOL_CALL ? object.text("name") : tool;
            call = object.text("call_id").or(() -> kind == ItemKind.TOOL_CALL ? object.text("id") : Optional.empty());
        }
        return new Item(id, kind, role, raw.span(), tool, call);
    }

    /** Calls that carry their own result, such as a web search, are calls too. */
    private static ItemKind kind(Json.Obj object) {
        String type = object.type();
        if (type.equals("message") || (type.isEmpty() && object.has("role"))) {
            return messageKind(object.text("role").orElse(""));
        }
        if (type.equals("reasoning")) {
            return ItemKind.REASONING;
        }
        if (type.equals("additional_tools")) {
            return ItemKind.SYSTEM;
        }
        if (type.endsWith("_output")) {
            return ItemKind.TOOL_RESULT;
        }
        return type.endsWith("_call") ? ItemKind.TOOL_CALL : ItemKind.OTHER;
    }

    private static ItemKind messageKind(String role) {
        return switch (role) {
            case "user" -> ItemKind.USER;
            case "assistant" -> ItemKind.ASSISTANT;
            case "developer", "system" -> ItemKind.SYSTEM;
            default -> ItemKind.OTHER;
        };
    }
}
