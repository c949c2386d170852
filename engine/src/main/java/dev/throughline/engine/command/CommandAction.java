package dev.throughline.engine.command;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;

/** Does what a command asks for. Safe for use by many threads. */
@FunctionalInterface
public interface CommandAction {
    /** A command in its session. The session does not contain the turn of the command yet. */
    record CommandRequest(SessionCard session, Turn turn, String argument) {}

    /** Does it, and returns the answer for the person. If it throws, the message is sent to the model. */
    String answer(CommandRequest request);
}
