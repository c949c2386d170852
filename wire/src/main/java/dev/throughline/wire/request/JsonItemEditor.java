package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.ItemEditor;
import dev.throughline.wire.TextChange;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An editor that knows where the text of each item of a dialect is. How it is read and written is the same in all
 * dialects.
 */
public abstract class JsonItemEditor implements ItemEditor {
    private static final String CACHE_MARKER = "cache_control";

    private final JsonWire.Itemiser itemiser;

    protected JsonItemEditor(JsonWire.Itemiser itemiser) {
        this.itemiser = itemiser;
    }

    /** The readable text of an item. */
    protected abstract String text(Bytes body, Item item, Json value);

    /** The position of the text of an item; empty if the item must be sent back unchanged. */
    protected abstract Optional<TextPlace> place(Item item, Json value);

    /** Whether a result reports that its tool failed. */
    protected boolean isError(Json result) {
        return false;
    }

    /** The bytes that only the provider can read. */
    protected long sealedBytes(Json value) {
        return ContentParts.sealedBytes(value);
    }

    @Override
    public ItemContent content(Bytes body, Item item) {
        Json value = Json.parse(body, item.raw());
        return new ItemContent(
                text(body, item, value), ContentParts.pictures(value), sealedBytes(value), isError(value));
    }

    @Override
    public boolean isEditable(Bytes body, Item item) {
        return place(item, Json.parse(body, item.raw())).isPresent();
    }

    @Override
    public Bytes replaceTexts(Bytes element, List<TextChange> changes) {
        List<Item> items = itemiser.itemise(element, new Span(0, element.length()));
        JsonEdits edits = new JsonEdits(element);
        Set<Integer> seen = new HashSet<>();
        for (TextChange change : changes) {
            if (change.item() < 0 || change.item() >= items.size() || !seen.add(change.item())) {
                throw new IllegalArgumentException(
                        "expected one change for one of " + items.size() + " items, found item " + change.item());
            }
            Item item = items.get(change.item());
            place(item, Json.parse(element, item.raw()))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "expected an item whose text may change, found " + item.kind() + " " + item.role()))
                    .write(change.text(), edits);
        }
        return edits.toBytes();
    }

    @Override
    public Bytes withoutCacheMarkers(Bytes element) {
        return element.utf8().contains(CACHE_MARKER)
                ? RawObject.of(element).map(JsonItemEditor::withoutCacheMarkers).orElse(element)
                : element;
    }

    /** An element, a block of its content, or a part of a block. Texts that contain the name are not changed. */
    private static Bytes withoutCacheMarkers(RawObject object) {
        JsonBuilder plain = JsonBuilder.object();
        for (RawObject.Member member : object.members()) {
            boolean isContent =
                    member.name().equals("content") && member.elements().isPresent();
            if (isContent) {
                List<Bytes> blocks = member.elements().get().stream()
                        .map(block -> block.object()
                                .map(JsonItemEditor::withoutCacheMarkers)
                                .orElse(block.raw()))
                        .toList();
                plain.with(member.name(), JsonBuilder.array(blocks));
            } else if (!member.name().equals(CACHE_MARKER)) {
                plain.with(member.name(), member.raw());
            }
        }
        return plain.end();
    }

    /** The element as a user message. */
    protected static Json.Obj userMessage(Bytes element, Json value) {
        if (value instanceof Json.Obj message && message.is("role", "user")) {
            return message;
        }
        throw new IllegalArgumentException("expected a message of the user, found " + element);
    }
}
