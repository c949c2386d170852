/**
 * The dialect of Anthropic Messages.
 *
 * <p>A history is a list of messages whose content is a text or a list of blocks. A streamed reply opens, fills and closes
 * one block after the other, which together make one assistant message.
 */
@NullMarked
package dev.throughline.wire.messages;

import org.jspecify.annotations.NullMarked;
