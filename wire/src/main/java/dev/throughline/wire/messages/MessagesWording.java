package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Request;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.ReadableText;
import dev.throughline.wire.wording.Content;
import dev.throughline.wire.wording.Parts;
import dev.throughline.wire.wording.Place;
import dev.throughline.wire.wording.Place.Silence;
import dev.throughline.wire.wording.Rewording;
import dev.throughline.wire.wording.Splices;
import dev.throughline.wire.wording.Wording;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words of Messages: a block holds its text, a result its content, a call its input, which is an object.
 *
 * <p>Calls and results of tools that the provider runs itself ({@code server_tool_use}, {@code web_search_tool_result})
 * have shapes of their own, which a text would break; they are read, not reworded.
 */
final class MessagesWording implements Wording {
    private static final Set<String> OWN_CALLS = Set.of("tool_use", "mcp_tool_use");
    private static final Set<String> OWN_RESULTS = Set.of("tool_result", "mcp_tool_result");

    @Override
    public Content content(Bytes body, Item item) {
        Json value = Json.parse(body, item.raw());
        boolean isError = value instanceof Json.Obj block && isError(block);
        return new Content(text(body, item, value), Parts.pictures(value), Parts.sealedBytes(value), isError);
    }

    private static String text(Bytes body, Item item, Json value) {
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT -> Parts.text(value);
            case TOOL_CALL -> value instanceof Json.Obj call ? raw(body, call.get("input")) : "";
            case TOOL_RESULT -> value instanceof Json.Obj result ? Parts.text(result.get("content")) : "";
            case REASONING, OTHER -> ReadableText.of(body, item.raw());
        };
    }

    private static String raw(Bytes body, @Nullable Json value) {
        return value == null ? "" : body.slice(value.span()).utf8();
    }

    private static boolean isError(Json.Obj block) {
        return block.get("is_error") instanceof Json.Bool flag && flag.value();
    }

    @Override
    public boolean mayReword(Bytes body, Item item) {
        return place(item, Json.parse(body, item.raw())).isPresent();
    }

    @Override
    public Bytes reword(Bytes element, List<Rewording> changes) {
        List<Item> items = MessagesItems.of(element, new Span(0, element.length()));
        return Rewording.apply(element, items, changes, MessagesWording::place);
    }

    private static Optional<Place> place(Item item, Json value) {
        return switch (value) {
            case Json.Text text -> Optional.of(new Place.Value(text.span(), Silence.REFUSED));
            case Json.Obj block ->
                switch (item.kind()) {
                    case SYSTEM, USER, ASSISTANT -> words(block);
                    case TOOL_CALL -> call(block);
                    case TOOL_RESULT -> result(block);
                    case OTHER -> silent(block);
                    case REASONING -> Optional.empty();
                };
            case Json.Arr _, Json.Num _, Json.Bool _, Json.Nil _ -> Optional.empty();
        };
    }

    private static Optional<Place> words(Json.Obj block) {
        return block.type().equals("text")
                ? Optional.of(new Place.Member(block, "text", Silence.REFUSED))
                : Optional.empty();
    }

    private static Optional<Place> call(Json.Obj block) {
        return OWN_CALLS.contains(block.type()) ? Optional.of(new Place.Structure(block, "input")) : Optional.empty();
    }

    /** A result may be empty, unless it says that its tool failed. */
    private static Optional<Place> result(Json.Obj block) {
        boolean isOwn = OWN_RESULTS.contains(block.type()) && Parts.isPlain(block.get("content"));
        Silence silence = isError(block) ? Silence.REFUSED : Silence.ALLOWED;
        return isOwn ? Optional.of(new Place.Member(block, "content", silence)) : Optional.empty();
    }

    /** A message that says nothing yet; a block that we do not know is none, whatever its members. */
    private static Optional<Place> silent(Json.Obj message) {
        boolean isMessage = message.has("role") && Set.of("", "message").contains(message.type());
        return isMessage && message.list("content").isEmpty()
                ? Optional.of(new Place.Member(message, "content", Silence.REFUSED))
                : Optional.empty();
    }

    @Override
    public Bytes prepend(Bytes element, String text) {
        if (!(Json.parse(element) instanceof Json.Obj message)
                || !message.text("role").orElse("").equals("user")) {
            throw new IllegalArgumentException("expected a message of the user, found " + element);
        }
        Splices splices = new Splices(element);
        Parts.prepend(message, "text", leadingResults(message), Parts.words(text), splices);
        return splices.toBytes();
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
        return new RawJson()
                .add("{\"role\":\"user\",\"content\":")
                .add(Parts.list("text", List.of(Parts.words(text))))
                .add("}")
                .toBytes();
    }

    @Override
    public Bytes lastMessage(Request request, int elements, String text) {
        if (!CacheMarkers.isOneMissing(request, elements)) {
            return userMessage(text);
        }
        return new RawJson()
                .add("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":")
                .add(Parts.words(text))
                .add(",\"cache_control\":{\"type\":\"ephemeral\"}}]}")
                .toBytes();
    }

    @Override
    public Optional<String> markerTtl(Request request) {
        return CacheMarkers.longestTtl(request);
    }
}
