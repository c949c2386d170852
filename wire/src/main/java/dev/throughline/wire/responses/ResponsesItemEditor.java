package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Item;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.JsonItemEditor;
import dev.throughline.wire.request.ReadableText;
import dev.throughline.wire.request.TextPlace;
import dev.throughline.wire.request.TextPlace.EmptyText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The texts of Responses items: the content of messages, the output of outputs, and the arguments of calls, under a
 * name that depends on the type.
 *
 * <p>Calls that carry their own result, such as a web search, and outputs with a shape of their own, such as a
 * screenshot, are read but not changed.
 */
final class ResponsesItemEditor extends JsonItemEditor {
    /** The member of a call that contains its arguments as a string. */
    private static final Map<String, String> STRINGS =
            Map.of("function_call", "arguments", "custom_tool_call", "input", "mcp_call", "arguments");

    /** The member of a call that contains its arguments as an object. */
    private static final Map<String, String> STRUCTURES = Map.of(
            "local_shell_call", "action",
            "shell_call", "action",
            "apply_patch_call", "operation",
            "computer_call", "action",
            "web_search_call", "action");

    private static final Set<String> OWN_CALLS =
            Set.of("function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call");

    /** Outputs whose text may take the place of a list. */
    private static final Set<String> OWN_OUTPUTS = Set.of(
            "function_call_output", "custom_tool_call_output", "local_shell_call_output", "apply_patch_call_output");

    ResponsesItemEditor() {
        super(ResponsesItems::of);
    }

    @Override
    protected String text(Bytes body, Item item, Json value) {
        if (!(value instanceof Json.Obj object)) {
            return ContentParts.text(value);
        }
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT -> ContentParts.text(object.get("content"));
            case TOOL_CALL -> arguments(body, object);
            case TOOL_RESULT -> ContentParts.text(object.get("output"));
            case REASONING, OTHER -> ReadableText.of(body, item.raw());
        };
    }

    private static String arguments(Bytes body, Json.Obj call) {
        String string = STRINGS.getOrDefault(call.type(), "");
        if (call.text(string).isPresent()) {
            return call.text(string).get();
        }
        Json structure = call.get(STRUCTURES.getOrDefault(call.type(), ""));
        return structure == null ? "" : body.slice(structure.span()).utf8();
    }

    /** Includes a generated image, which is in its call as base 64. */
    @Override
    protected long sealedBytes(Json value) {
        boolean isImage = value instanceof Json.Obj call && call.type().equals("image_generation_call");
        long image = isImage && ((Json.Obj) value).get("result") instanceof Json.Text base64
                ? base64.span().length() - 2
                : 0;
        return image + super.sealedBytes(value);
    }

    /** A call that the client answers has a {@code call_id}. */
    @Override
    public boolean hasOwnResult(Bytes body, Item call) {
        return Json.parse(body, call.raw()) instanceof Json.Obj object
                && object.text("call_id").isEmpty();
    }

    @Override
    protected Optional<TextPlace> place(Item item, Json value) {
        return switch (value) {
            case Json.Text text -> Optional.of(new TextPlace.WholeValue(text.span(), EmptyText.REFUSED));
            case Json.Obj object ->
                switch (item.kind()) {
                    case SYSTEM, USER, ASSISTANT -> messageText(item.kind(), object);
                    case TOOL_CALL -> call(object);
                    case TOOL_RESULT -> output(object);
                    case REASONING, OTHER -> Optional.empty();
                };
            case Json.Arr _, Json.Num _, Json.Bool _, Json.Nil _ -> Optional.empty();
        };
    }

    private static Optional<TextPlace> messageText(ItemKind kind, Json.Obj message) {
        if (!message.has("role")) {
            return Optional.empty();
        }
        String type = kind == ItemKind.ASSISTANT ? "output_text" : "input_text";
        return Optional.of(
                message.get("content") instanceof Json.Arr list
                        ? new TextPlace.Listed(list, type)
                        : new TextPlace.TextMember(message, "content", EmptyText.REFUSED));
    }

    private static Optional<TextPlace> call(Json.Obj call) {
        if (!OWN_CALLS.contains(call.type())) {
            return Optional.empty();
        }
        String string = STRINGS.get(call.type());
        return Optional.of(
                string != null
                        ? new TextPlace.TextMember(call, string, EmptyText.ALLOWED)
                        : new TextPlace.Structure(call, STRUCTURES.getOrDefault(call.type(), "action")));
    }

    /** A string can be replaced by another string, also in an output of an unknown type. */
    private static Optional<TextPlace> output(Json.Obj result) {
        Json output = result.get("output");
        boolean isOwn =
                output instanceof Json.Text || (OWN_OUTPUTS.contains(result.type()) && ContentParts.isPlain(output));
        return isOwn ? Optional.of(new TextPlace.TextMember(result, "output", EmptyText.ALLOWED)) : Optional.empty();
    }

    @Override
    public Bytes prepend(Bytes element, String text) {
        Json value = Json.parse(element);
        Bytes quoted = ContentParts.quotedText(text);
        if (value instanceof Json.Text own) {
            List<Bytes> texts = own.value().isEmpty() ? List.of(quoted) : List.of(quoted, element.slice(own.span()));
            return message(texts);
        }
        Json.Obj message = userMessage(element, value);
        if (!Set.of("", "message").contains(message.type())) {
            throw new IllegalArgumentException("expected a message of the user, found " + element);
        }
        JsonEdits edits = new JsonEdits(element);
        ContentParts.prepend(message, "input_text", 0, quoted, edits);
        return edits.toBytes();
    }

    @Override
    public Bytes userMessage(String text) {
        return message(List.of(ContentParts.quotedText(text)));
    }

    @Override
    public Bytes assistantMessage(String text) {
        return JsonBuilder.object(
                "type",
                "message",
                "role",
                "assistant",
                "content",
                ContentParts.list("output_text", List.of(ContentParts.quotedText(text))));
    }

    static Bytes message(List<Bytes> texts) {
        return JsonBuilder.object("type", "message", "role", "user", "content", ContentParts.list("input_text", texts));
    }
}
