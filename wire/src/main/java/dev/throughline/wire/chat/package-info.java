/**
 * The dialect of OpenAI Chat Completions, and of the many servers that speak like it.
 *
 * <p>A history is a list of messages, the system text among them. A streamed reply is a list of small differences, which
 * together make one assistant message.
 */
@NullMarked
package dev.throughline.wire.chat;

import org.jspecify.annotations.NullMarked;
