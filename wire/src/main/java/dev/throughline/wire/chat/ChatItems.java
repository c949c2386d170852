package dev.throughline.wire.chat;

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
import org.jspecify.annotations.Nullable;

/**
 * Finds the items of one message of a Chat history: its reasoning, its content and each of its calls, in this order.
 *
 * <p>Unknown members belong to the content or, if a message has none, to the first item.
 */
final class ChatItems {
    /** The differences that two forms of the same message may have. */
    static final NormalForm MESSAGE = new NormalForm(
            /* dropped= */ Set.of("cache_control"),
            /* droppedAtTop= */ Set.of("role", "tool_calls", "function_call", "reasoning_content", "reasoning"),
            /* droppedIfEmpty= */ Set.of("annotations", "logprobs"),
            /* droppedIfFalse= */ Set.of(),
            /* callIds= */ Set.of("tool_call_id"),
            /* blocks= */ Set.of("content"),
            /* verbatim= */ Set.of(),
            /* defaults= */ Map.of());

    /** The differences that two forms of the same call may have: {@code index} comes from streaming. */
    static final NormalForm CALL = new NormalForm(
            /* dropped= */ Set.of("cache_control"),
            /* droppedAtTop= */ Set.of("index"),
            /* droppedIfEmpty= */ Set.of(),
            /* droppedIfFalse= */ Set.of(),
            /* callIds= */ Set.of("id"),
            /* blocks= */ Set.of(),
            /* verbatim= */ Set.of(),
            /* defaults= */ Map.of("type", "function"));

    private final Json.Obj message;
    private final String role;
    private final List<Draft> drafts = new ArrayList<>();

    /** An item before its id is known. */
    private record Draft(
            ItemKind kind, String role, Json raw, Json normal, Optional<String> tool, Optional<String> call) {
        Item item(Json identity) {
            return new Item(ItemHash.hash(kind, role, identity), kind, role, raw.span(), tool, call);
        }
    }

    private ChatItems(Json.Obj message) {
        this.message = message;
        this.role = message.text("role").orElse("");
    }

    static List<Item> of(Bytes body, Span element) {
        Json value = Json.parse(body, element);
        if (value instanceof Json.Obj message) {
            return new ChatItems(message).items();
        }
        return List.of(other("", value));
    }

    private List<Item> items() {
        reasoning();
        boolean hasCalls = !message.list("tool_calls").isEmpty() || message.has("function_call");
        @Nullable Json content = content(hasCalls);
        if (content != null) {
            drafts.add(new Draft(kind(role), role, content, rest(), Optional.empty(), message.text("tool_call_id")));
        }
        message.list("tool_calls").forEach(this::call);
        if (message.get("function_call") instanceof Json.Obj function) {
            call(new Json.Obj(function.span(), Map.of("function", function)));
        }
        return drafts.isEmpty() ? List.of(other(role, message)) : finished(content != null);
    }

    private void reasoning() {
        Json found = message.has("reasoning_content") ? message.get("reasoning_content") : message.get("reasoning");
        boolean isEmpty = found instanceof Json.Text text && text.value().isEmpty();
        if (found != null && !isEmpty) {
            drafts.add(new Draft(ItemKind.REASONING, "reasoning", found, found, Optional.empty(), Optional.empty()));
        }
    }

    /** The content, unless it is empty and there are calls; the refusal if the model refused. */
    private @Nullable Json content(boolean hasCalls) {
        Json content = message.get("content");
        boolean isEmpty = content == null
                || (content instanceof Json.Text text && text.value().isEmpty())
                || (content instanceof Json.Arr array && array.elements().isEmpty());
        if (isEmpty && message.has("refusal")) {
            return message.get("refusal");
        }
        return isEmpty && (hasCalls || !drafts.isEmpty()) ? null : content;
    }

    private void call(Json value) {
        Optional<String> tool = Optional.empty();
        Optional<String> id = Optional.empty();
        Json normal = value;
        if (value instanceof Json.Obj call) {
            Json named = call.has("function") ? call.get("function") : call.get("custom");
            tool = named instanceof Json.Obj function ? function.text("name") : tool;
            id = call.text("id");
            normal = CALL.of(call, "text");
        }
        drafts.add(new Draft(ItemKind.TOOL_CALL, "tool_call", value, normal, tool, id));
    }

    /** The items; the other members of a message without content belong to the first one. */
    private List<Item> finished(boolean hasContent) {
        Json.Obj rest = rest();
        List<Item> items = new ArrayList<>(drafts.size());
        for (Draft draft : drafts) {
            boolean carriesRest =
                    items.isEmpty() && !hasContent && !rest.members().isEmpty();
            items.add(draft.item(
                    carriesRest ? new Json.Arr(Json.NOWHERE, List.of(draft.normal(), rest)) : draft.normal()));
        }
        return items;
    }

    /** The message without what became items of their own; an empty content is no content. */
    private Json.Obj rest() {
        Map<String, Json> members =
                new LinkedHashMap<>(MESSAGE.of(message, "text").members());
        if (message.get("content") instanceof Json.Text text && text.value().isEmpty()) {
            members.remove("content");
        }
        return new Json.Obj(message.span(), members);
    }

    private static Item other(String role, Json value) {
        return new Draft(ItemKind.OTHER, role, value, value, Optional.empty(), Optional.empty()).item(value);
    }

    private static ItemKind kind(String role) {
        return switch (role) {
            case "user" -> ItemKind.USER;
            case "assistant" -> ItemKind.ASSISTANT;
            case "system", "developer" -> ItemKind.SYSTEM;
            case "tool", "function" -> ItemKind.TOOL_RESULT;
            default -> ItemKind.OTHER;
        };
    }
}
