/**
 * OpenAI Chat Completions. A history is a list of messages; an assistant message holds reasoning, text and calls at
 * once, so {@link dev.throughline.wire.chat.ChatItems} finds several items in one element.
 *
 * <p>A streamed reply is a list of small differences, which together make one assistant message.
 */
@NullMarked
package dev.throughline.wire.chat;

import org.jspecify.annotations.NullMarked;
