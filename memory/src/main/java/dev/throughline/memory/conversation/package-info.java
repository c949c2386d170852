/**
 * The conversation of a session, as memory writers read it. {@link dev.throughline.memory.conversation.Conversation} is
 * the transcript without secrets and without what agents add to messages, and {@link
 * dev.throughline.memory.conversation.ConversationText} turns it into a text for the helper model.
 */
@NullMarked
package dev.throughline.memory.conversation;

import org.jspecify.annotations.NullMarked;
