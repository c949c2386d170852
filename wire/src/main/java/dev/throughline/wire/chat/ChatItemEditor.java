package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Item;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.JsonItemEditor;
import dev.throughline.wire.request.ReadableText;
import dev.throughline.wire.request.TextPlace;
import dev.throughline.wire.request.TextPlace.EmptyText;
import dev.throughline.wire.request.ToolRules;
import java.util.Optional;

/**
 * The texts of Chat items: the content of messages and results, and the arguments of calls, which are strings.
 *
 * <p>Many servers support this dialect, and some of them accept a content only as a string. So a string stays a string
 * when a text is put before it.
 */
final class ChatItemEditor extends JsonItemEditor {
    /** The separator between an added text and the message's own text. */
    private static final String GAP = "\n\n";

    ChatItemEditor() {
        super(ChatItems::of);
    }

    @Override
    protected String text(Bytes body, Item item, Json value) {
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT, TOOL_RESULT -> ContentParts.text(value);
            case TOOL_CALL ->
                value instanceof Json.Obj call
                        ? ToolRules.named(call).text(argument(call)).orElse("")
                        : "";
            case REASONING, OTHER -> ReadableText.of(body, item.raw());
        };
    }

    private static String argument(Json.Obj call) {
        return !call.has("function") && call.has("custom") ? "input" : "arguments";
    }

    @Override
    protected Optional<TextPlace> place(Item item, Json value) {
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT -> messageText(value);
            case TOOL_RESULT -> result(value);
            case TOOL_CALL ->
                value instanceof Json.Obj call
                        ? Optional.of(
                                new TextPlace.TextMember(ToolRules.named(call), argument(call), EmptyText.ALLOWED))
                        : Optional.empty();
            case OTHER -> emptyMessage(value);
            case REASONING -> Optional.empty();
        };
    }

    private static Optional<TextPlace> messageText(Json content) {
        return switch (content) {
            case Json.Text text -> Optional.of(new TextPlace.WholeValue(text.span(), EmptyText.REFUSED));
            case Json.Arr list -> Optional.of(new TextPlace.Listed(list, "text"));
            case Json.Obj _, Json.Num _, Json.Bool _, Json.Nil _ -> Optional.empty();
        };
    }

    private static Optional<TextPlace> result(Json content) {
        return ContentParts.isPlain(content)
                ? Optional.of(new TextPlace.WholeValue(content.span(), EmptyText.ALLOWED))
                : Optional.empty();
    }

    /** A message or a result without content. */
    private static Optional<TextPlace> emptyMessage(Json value) {
        return value instanceof Json.Obj message && message.has("role") && !message.has("content")
                ? Optional.of(new TextPlace.TextMember(message, "content", EmptyText.REFUSED))
                : Optional.empty();
    }

    @Override
    public Bytes prepend(Bytes element, String text) {
        Json.Obj message = userMessage(element, Json.parse(element));
        JsonEdits edits = new JsonEdits(element);
        Json content = message.get("content");
        if (content instanceof Json.Arr list) {
            ContentParts.add(list, 0, ContentParts.text("text", ContentParts.quotedText(text)), edits);
        } else if (content instanceof Json.Text own && !own.value().isEmpty()) {
            edits.replace(own.span(), joined(text, element.slice(own.span())));
        } else {
            edits.set(message, "content", ContentParts.quotedText(text));
        }
        return edits.toBytes();
    }

    /** One string of both texts; the own one keeps its escapes. */
    private static Bytes joined(String text, Bytes own) {
        return new JsonBuilder()
                .add(RawObject.inner(ContentParts.quotedText(text + GAP)))
                .add(RawObject.inner(own))
                .asString();
    }

    @Override
    public Bytes userMessage(String text) {
        return JsonBuilder.object("role", "user", "content", ContentParts.quotedText(text));
    }

    @Override
    public Bytes assistantMessage(String text) {
        return JsonBuilder.object("role", "assistant", "content", ContentParts.quotedText(text));
    }
}
