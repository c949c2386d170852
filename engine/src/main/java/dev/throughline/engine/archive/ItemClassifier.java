package dev.throughline.engine.archive;

import dev.throughline.model.ItemKind;
import dev.throughline.wire.Item;

/** Tells what an item of a request is, where its role is not enough to decide that. */
@FunctionalInterface
public interface ItemClassifier {
    /** Whether an item is the message with which a client continues after it compacted its history. */
    boolean isContinuation(Turn turn, Item item);

    /** Whether an item is a message that a person wrote. */
    default boolean isUserMessage(Turn turn, Item item) {
        return item.kind() == ItemKind.USER;
    }
}
