package dev.throughline.engine.command;

/**
 * A command that a person gave.
 *
 * @param argument the rest of the message; may be empty
 */
public record CommandCall(ChatCommand command, String argument) {}
