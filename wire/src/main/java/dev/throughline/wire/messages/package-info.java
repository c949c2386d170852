/**
 * Anthropic Messages. A history is a list of messages, each a text or a list of blocks; {@link
 * dev.throughline.wire.messages.MessagesItems} finds one item in each block. System text is outside the history, and in
 * newer requests of Claude Code also inside it.
 *
 * <p>A streamed reply opens, fills and closes one block after the other, which together make one assistant message.
 */
@NullMarked
package dev.throughline.wire.messages;

import org.jspecify.annotations.NullMarked;
