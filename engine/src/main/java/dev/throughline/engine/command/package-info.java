/**
 * Commands in a chat, such as {@code /status}: a person sends them as a message, and Throughline answers them itself.
 *
 * <p>{@link dev.throughline.engine.command.ChatCommands} finds the command in a request and answers it. Who may give
 * commands is a {@link dev.throughline.engine.command.CommandRule}; what a command does is a {@link
 * dev.throughline.engine.command.CommandAction}.
 */
@NullMarked
package dev.throughline.engine.command;

import org.jspecify.annotations.NullMarked;
