package dev.throughline.wire.wording;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Item;
import dev.throughline.wire.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Another text for one item of an element.
 *
 * @param item the place of the item among those that {@link dev.throughline.wire.Wire#itemise} finds in the element
 */
public record Rewording(int item, String text) {
    /** Where a dialect keeps the text of an item; nothing if it may not be reworded. */
    @FunctionalInterface
    public interface Places {
        Optional<Place> find(Item item, Json value);
    }

    /** The element, which holds these items, under these changes. */
    public static Bytes apply(Bytes element, List<Item> items, List<Rewording> changes, Places places) {
        Splices splices = new Splices(element);
        Set<Integer> seen = new HashSet<>();
        for (Rewording change : changes) {
            if (change.item < 0 || change.item >= items.size() || !seen.add(change.item)) {
                throw new IllegalArgumentException(
                        "expected one change for one of " + items.size() + " items, found item " + change.item);
            }
            Item item = items.get(change.item);
            places.find(item, Json.parse(element, item.raw()))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "expected an item that may be reworded, found " + item.kind() + " " + item.role()))
                    .write(change.text, splices);
        }
        return splices.toBytes();
    }
}
