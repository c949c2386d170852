package dev.throughline.engine.command;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.NewestMessage;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.ProxyException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the commands in requests and answers them. Safe for use by many threads. */
public final class ChatCommands {
    private static final String NEW_SESSION = "A new session has begun.";

    private final CommandRule rule;
    private final CommandWords words;
    private final PurposeDetector purposes;
    private final Predicate<Turn> isReset;
    private final Map<ChatCommand, CommandAction> actions = new EnumMap<>(ChatCommand.class);

    /**
     * Creates the commands.
     *
     * @param isReset whether a turn only asks for a new session, which it has already
     * @param actions what the commands do; the answer to a command without an action says that it is not available
     */
    public ChatCommands(
            CommandRule rule,
            CommandWords words,
            PurposeDetector purposes,
            Predicate<Turn> isReset,
            Map<ChatCommand, CommandAction> actions) {
        this.rule = rule;
        this.words = words;
        this.purposes = purposes;
        this.isReset = isReset;
        this.actions.put(ChatCommand.HELP, _ -> words.help());
        this.actions.put(ChatCommand.NEW, _ -> NEW_SESSION); // The session was reset when it was found.
        this.actions.putAll(actions);
    }

    /** The command that a turn of the conversation consists of, if its sender may give commands. */
    public Optional<CommandCall> find(Turn turn) {
        if (turn.purpose() == Purpose.CONVERSATION && isReset.test(turn)) {
            return Optional.of(new CommandCall(ChatCommand.NEW, ""));
        }
        return turn.purpose() == Purpose.CONVERSATION && rule.allows(turn)
                ? NewestMessage.of(turn.wire(), turn.request(), purposes).flatMap(words::parse)
                : Optional.empty();
    }

    /** Does what a command asks for, and returns the answer. */
    public String answer(CommandCall call, SessionCard session, Turn turn) {
        CommandAction action = actions.get(call.command());
        if (action == null) {
            return words.usage(call.command()) + " is not available.";
        }
        try {
            return action.answer(new CommandAction.CommandRequest(session, turn, call.argument()));
        } catch (UnknownArgumentException e) {
            return "Not understood: '" + call.argument() + "'. Write " + words.usage(call.command()) + ".";
        } catch (ProxyException e) {
            if (e.kind() == ProxyException.Kind.CALLER) {
                return e.sentence();
            }
            throw e;
        }
    }

    /** The argument of a command is none of those that it knows. */
    public static final class UnknownArgumentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnknownArgumentException(String argument) {
            super(argument);
        }
    }
}
