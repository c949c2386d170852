package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.request.ContentParts;
import dev.throughline.wire.request.JsonItemEditor;
import dev.throughline.wire.request.ReadableText;
import dev.throughline.wire.request.TextPlace;
import dev.throughline.wire.request.TextPlace.EmptyText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts of Messages items: the text of blocks, the content of results, and the input of calls, which is an object.
 *
 * <p>Calls and results of tools that the provider runs itself ({@code server_tool_use}, {@code web_search_tool_result})
 * have their own shapes, so they are read but not changed.
 */
final class MessagesItemEditor extends JsonItemEditor {
    private static final Set<String> OWN_CALLS = Set.of("tool_use", "mcp_tool_use");
    private static final Set<String> OWN_RESULTS = Set.of("tool_result", "mcp_tool_result");

    MessagesItemEditor() {
        super(MessagesItems::of);
    }

    @Override
    protected String text(Bytes body, Item item, Json value) {
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT -> ContentParts.text(value);
            case TOOL_CALL -> value instanceof Json.Obj call ? raw(body, call.get("input")) : "";
            case TOOL_RESULT -> value instanceof Json.Obj result ? ContentParts.text(result.get("content")) : "";
            case REASONING, OTHER -> ReadableText.of(body, item.raw());
        };
    }

    private static String raw(Bytes body, @Nullable Json value) {
        return value == null ? "" : body.slice(value.span()).utf8();
    }

    @Override
    protected boolean isError(Json result) {
        return result instanceof Json.Obj block && block.get("is_error") instanceof Json.Bool flag && flag.value();
    }

    @Override
    protected Optional<TextPlace> place(Item item, Json value) {
        return switch (value) {
            case Json.Text text -> Optional.of(new TextPlace.WholeValue(text.span(), EmptyText.REFUSED));
            case Json.Obj block ->
                switch (item.kind()) {
                    case SYSTEM, USER, ASSISTANT -> messageText(block);
                    case TOOL_CALL -> call(block);
                    case TOOL_RESULT -> result(block);
                    case OTHER -> emptyMessage(block);
                    case REASONING -> Optional.empty();
                };
            case Json.Arr _, Json.Num _, Json.Bool _, Json.Nil _ -> Optional.empty();
        };
    }

    private static Optional<TextPlace> messageText(Json.Obj block) {
        return block.type().equals("text")
                ? Optional.of(new TextPlace.TextMember(block, "text", EmptyText.REFUSED))
                : Optional.empty();
    }

    private static Optional<TextPlace> call(Json.Obj block) {
        return OWN_CALLS.contains(block.type())
                ? Optional.of(new TextPlace.Structure(block, "input"))
                : Optional.empty();
    }

    /** A result may be empty, unless it is an error. */
    private Optional<TextPlace> result(Json.Obj block) {
        boolean isOwn = OWN_RESULTS.contains(block.type()) && ContentParts.isPlain(block.get("content"));
        EmptyText emptyText = isError(block) ? EmptyText.REFUSED : EmptyText.ALLOWED;
        return isOwn ? Optional.of(new TextPlace.TextMember(block, "content", emptyText)) : Optional.empty();
    }

    /** A message without content. An unknown block is not a message, whatever its members are. */
    private static Optional<TextPlace> emptyMessage(Json.Obj message) {
        boolean isMessage = message.has("role") && Set.of("", "message").contains(message.type());
        return isMessage && message.list("content").isEmpty()
                ? Optional.of(new TextPlace.TextMember(message, "content", EmptyText.REFUSED))
                : Optional.empty();
    }

    @Override
    public Bytes prepend(Bytes element, String text) {
        Json.Obj message = userMessage(element, Json.parse(element));
        JsonEdits edits = new JsonEdits(element);
        ContentParts.prepend(message, "text", leadingResults(message), ContentParts.quotedText(text), edits);
        return edits.toBytes();
    }

    private static int leadingResults(Json.Obj message) {
        List<Json> blocks = message.list("content");
        int count = 0;
        while (count < blocks.size()
                && blocks.get(count) instanceof Json.Obj block
                && block.type().equals("tool_result")) {
            count++;
        }
        return count;
    }

    @Override
    public Bytes userMessage(String text) {
        return JsonBuilder.object(
                "role", "user", "content", List.of(ContentParts.text("text", ContentParts.quotedText(text))));
    }

    @Override
    public Bytes assistantMessage(String text) {
        return JsonBuilder.object(
                "role", "assistant", "content", List.of(ContentParts.text("text", ContentParts.quotedText(text))));
    }

    @Override
    public Bytes lastMessage(Request request, int elements, String text) {
        if (!CacheMarkers.isOneMissing(request, elements)) {
            return userMessage(text);
        }
        Bytes marker = JsonBuilder.object("type", "ephemeral");
        Bytes block =
                JsonBuilder.object("type", "text", "text", ContentParts.quotedText(text), "cache_control", marker);
        return JsonBuilder.object("role", "user", "content", List.of(block));
    }

    @Override
    public Optional<String> markerTtl(Request request) {
        return CacheMarkers.longestTtl(request);
    }
}
