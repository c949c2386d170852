package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ItemHash;
import dev.throughline.wire.request.NormalForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the items of one message of a Messages history: each block of its content is an item.
 *
 * <p>Claude Code changes a message between a string and a list of one block, and moves its cache marker, as the
 * conversation grows; neither changes an item. A block or a text without a role is an element of {@code system}.
 * Members of the message beside {@code role} and {@code content} count with its first item.
 */
final class MessagesItems {
    /** The differences that two forms of the same block may have; a tool's {@code input} is not normalised. */
    static final NormalForm BLOCK = new NormalForm(
            /* dropped= */ Set.of("cache_control"),
            /* droppedAtTop= */ Set.of(),
            /* droppedIfEmpty= */ Set.of("annotations", "logprobs", "citations"),
            /* droppedIfFalse= */ Set.of("is_error"),
            /* callIds= */ Set.of("id", "tool_use_id"),
            /* blocks= */ Set.of("content"),
            /* verbatim= */ Set.of("input"),
            /* defaults= */ Map.of());

    /** The first system text of Claude Code changes with every compaction and is not for the model. */
    static final String BILLING_LINE = "x-anthropic-billing-header:";

    private static final Set<String> CALLS = Set.of("tool_use", "server_tool_use", "mcp_tool_use");

    private MessagesItems() {}

    static List<Item> of(Bytes body, Span element) {
        return switch (Json.parse(body, element)) {
            case Json.Obj object when object.has("role") -> message(object);
            case Json.Obj object when object.type().equals("text") -> List.of(item(object, "system", Map.of()));
            case Json.Text text -> List.of(item(text, "system", Map.of()));
            case Json value -> List.of(other("", value));
        };
    }

    private static List<Item> message(Json.Obj message) {
        String role = message.text("role").orElse("");
        List<Json> blocks = message.get("content") instanceof Json.Text text ? List.of(text) : message.list("content");
        if (blocks.isEmpty()) {
            return List.of(other(role, message));
        }
        Map<String, Json> beside = new LinkedHashMap<>(BLOCK.of(message, "text").members());
        beside.remove("role");
        beside.remove("content");
        List<Item> items = new ArrayList<>(blocks.size());
        for (Json block : blocks) {
            items.add(item(block, role, items.isEmpty() ? beside : Map.of()));
        }
        return items;
    }

    private static Item item(Json value, String messageRole, Map<String, Json> beside) {
        Json.Obj block =
                switch (value) {
                    case Json.Obj object -> object;
                    case Json.Text text -> NormalForm.block("text", text.value());
                    case Json.Arr _, Json.Num _, Json.Bool _, Json.Nil _ ->
                        new Json.Obj(value.span(), Map.of("", value));
                };
        ItemKind kind = kind(block.type(), messageRole);
        String role = isMessage(kind) || block.type().isEmpty() ? messageRole : block.type();
        Json identity = identity(kind, block, beside);
        Optional<String> tool = kind == ItemKind.TOOL_CALL ? block.text("name") : Optional.empty();
        Optional<String> call =
                switch (kind) {
                    case TOOL_CALL -> block.text("id");
                    case TOOL_RESULT -> block.text("tool_use_id");
                    case SYSTEM, USER, ASSISTANT, REASONING, OTHER -> Optional.empty();
                };
        return new Item(ItemHash.hash(kind, role, identity), kind, role, value.span(), tool, call);
    }

    private static Json identity(ItemKind kind, Json.Obj block, Map<String, Json> beside) {
        boolean isBilling =
                kind == ItemKind.SYSTEM && block.text("text").orElse("").startsWith(BILLING_LINE);
        Json normal = isBilling ? NormalForm.block("text", BILLING_LINE) : BLOCK.of(block, "text");
        return beside.isEmpty()
                ? normal
                : new Json.Arr(Json.NOWHERE, List.of(normal, new Json.Obj(Json.NOWHERE, beside)));
    }

    private static Item other(String role, Json raw) {
        return new Item(
                ItemHash.hash(ItemKind.OTHER, role, raw),
                ItemKind.OTHER,
                role,
                raw.span(),
                Optional.empty(),
                Optional.empty());
    }

    private static boolean isMessage(ItemKind kind) {
        return kind == ItemKind.SYSTEM || kind == ItemKind.USER || kind == ItemKind.ASSISTANT;
    }

    private static ItemKind kind(String type, String role) {
        if (CALLS.contains(type)) {
            return ItemKind.TOOL_CALL;
        }
        if (type.equals("tool_result") || type.endsWith("_tool_result")) {
            return ItemKind.TOOL_RESULT;
        }
        return switch (type) {
            case "text" -> messageKind(role);
            case "thinking", "redacted_thinking" -> ItemKind.REASONING;
            case "image", "document" -> role.equals("user") ? ItemKind.USER : ItemKind.OTHER;
            default -> ItemKind.OTHER;
        };
    }

    private static ItemKind messageKind(String role) {
        return switch (role) {
            case "user" -> ItemKind.USER;
            case "assistant" -> ItemKind.ASSISTANT;
            case "system" -> ItemKind.SYSTEM;
            default -> ItemKind.OTHER;
        };
    }
}
