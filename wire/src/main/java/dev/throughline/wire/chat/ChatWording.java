package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
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

/**
 * The words of Chat: a message and a result hold their content, a call its arguments as a string.
 *
 * <p>Many servers speak this dialect, and some of them take a content only as a string. So a string stays a string,
 * also when a text is put before it.
 */
final class ChatWording implements Wording {
    /** What stands between a text that was put before a message and the message's own words. */
    private static final String GAP = "\n\n";

    @Override
    public Content content(Bytes body, Item item) {
        Json value = Json.parse(body, item.raw());
        return new Content(
                text(body, item, value), Parts.pictures(value), Parts.sealedBytes(value), /* isError= */ false);
    }

    private static String text(Bytes body, Item item, Json value) {
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT, TOOL_RESULT -> Parts.text(value);
            case TOOL_CALL ->
                value instanceof Json.Obj call
                        ? given(call).text(argument(call)).orElse("")
                        : "";
            case REASONING, OTHER -> ReadableText.of(body, item.raw());
        };
    }

    /** The object in a call that names the tool and what it is given; the call itself in the oldest form. */
    private static Json.Obj given(Json.Obj call) {
        if (call.get("function") instanceof Json.Obj function) {
            return function;
        }
        return call.get("custom") instanceof Json.Obj custom ? custom : call;
    }

    private static String argument(Json.Obj call) {
        return !call.has("function") && call.has("custom") ? "input" : "arguments";
    }

    @Override
    public boolean mayReword(Bytes body, Item item) {
        return place(item, Json.parse(body, item.raw())).isPresent();
    }

    @Override
    public Bytes reword(Bytes element, List<Rewording> changes) {
        List<Item> items = ChatItems.of(element, new Span(0, element.length()));
        return Rewording.apply(element, items, changes, ChatWording::place);
    }

    private static Optional<Place> place(Item item, Json value) {
        return switch (item.kind()) {
            case SYSTEM, USER, ASSISTANT -> words(value);
            case TOOL_RESULT -> result(value);
            case TOOL_CALL ->
                value instanceof Json.Obj call
                        ? Optional.of(new Place.Member(given(call), argument(call), Silence.ALLOWED))
                        : Optional.empty();
            case OTHER -> silent(value);
            case REASONING -> Optional.empty();
        };
    }

    private static Optional<Place> words(Json content) {
        return switch (content) {
            case Json.Text text -> Optional.of(new Place.Value(text.span(), Silence.REFUSED));
            case Json.Arr list -> Optional.of(new Place.Listed(list, "text"));
            case Json.Obj _, Json.Num _, Json.Bool _, Json.Nil _ -> Optional.empty();
        };
    }

    private static Optional<Place> result(Json content) {
        return Parts.isPlain(content)
                ? Optional.of(new Place.Value(content.span(), Silence.ALLOWED))
                : Optional.empty();
    }

    /** A message or a result that says nothing yet. */
    private static Optional<Place> silent(Json value) {
        return value instanceof Json.Obj message && message.has("role") && !message.has("content")
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
        Json content = message.get("content");
        if (content instanceof Json.Arr list) {
            Parts.add(list, 0, Parts.text("text", Parts.words(text)), splices);
        } else if (content instanceof Json.Text own && !own.value().isEmpty()) {
            splices.replace(own.span(), joined(text, element.slice(own.span())));
        } else {
            splices.set(message, "content", Parts.words(text));
        }
        return splices.toBytes();
    }

    /** One string of both texts; the own one keeps its spelling. */
    private static Bytes joined(String text, Bytes own) {
        return new RawJson()
                .add(Members.inner(Parts.words(text + GAP)))
                .add(Members.inner(own))
                .asString();
    }

    @Override
    public Bytes userMessage(String text) {
        return new RawJson()
                .add("{\"role\":\"user\",\"content\":")
                .add(Parts.words(text))
                .add("}")
                .toBytes();
    }
}
