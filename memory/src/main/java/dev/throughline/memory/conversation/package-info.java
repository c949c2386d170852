/**
 * What was said in a session, as the writers of memory read it: {@link
 * dev.throughline.memory.conversation.Conversation} is the archive's transcript with the agent's own scaffolding taken
 * out, and {@link dev.throughline.memory.conversation.ConversationText} makes of it a text for the helper model,
 * without secrets and cut in its middle to fit.
 */
@NullMarked
package dev.throughline.memory.conversation;

import org.jspecify.annotations.NullMarked;
