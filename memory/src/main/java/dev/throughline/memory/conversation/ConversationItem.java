package dev.throughline.memory.conversation;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import java.time.Instant;

/**
 * One message, tool call or tool result.
 *
 * @param kind one of user, assistant, tool call and tool result
 * @param handle the handle by which recall returns it; the same for the same text
 * @param node the position in the history; it differs if the same text occurs again
 * @param tool the tool that was called or returned the result; empty for a message
 */
public record ConversationItem(ItemKind kind, String handle, Hash node, Instant at, String tool, String text) {
    /** This item with another text. */
    public ConversationItem withText(String other) {
        return new ConversationItem(kind, handle, node, at, tool, other);
    }
}
