package dev.throughline.memory.conversation;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import java.time.Instant;

/**
 * One thing that was said.
 *
 * @param kind one of user, assistant, tool call and tool result
 * @param handle by which the archive brings it back; the same for the same words
 * @param node the position in the history; it differs if the same text occurs again
 * @param tool the tool that was called or answered; empty for words
 */
public record ConversationItem(ItemKind kind, String handle, Hash node, Instant at, String tool, String text) {}
