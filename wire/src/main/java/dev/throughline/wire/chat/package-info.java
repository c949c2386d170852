/**
 * OpenAI Chat Completions. A history is a list of messages; an assistant message holds reasoning, text and calls at once,
 * so {@link dev.throughline.wire.chat.ChatItems} makes several items of one element.
 */
@NullMarked
package dev.throughline.wire.chat;

import org.jspecify.annotations.NullMarked;
