package dev.throughline.engine.command;

import dev.throughline.engine.archive.Turn;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.OriginField;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who may give commands.
 *
 * @param scope the sessions in which there are commands
 * @param senders who may give commands in groups: ids of senders, alone or after the channel and a colon; {@code *} for
 *     everyone
 */
public record CommandRule(CommandScope scope, Set<String> senders) {
    /** The sessions in which there are commands. */
    public enum CommandScope {
        /** Those whose key is derived from a named origin. */
        DERIVED,
        ALL,
        OFF
    }

    private static final String EVERYONE = "*";

    public CommandRule {
        senders = Set.copyOf(senders);
    }

    /** Whether the message of a turn may be a command. */
    public boolean allows(Turn turn) {
        return switch (scope) {
            case OFF -> false;
            case ALL -> turn.origin().map(this::isFromPerson).orElse(true);
            case DERIVED ->
                turn.hasDerivedKey() && turn.origin().filter(this::isFromPerson).isPresent();
        };
    }

    private boolean isFromPerson(ChatOrigin origin) {
        return switch (origin.type()) {
            case DM, NODE -> true;
            case GROUP, THREAD -> isAllowedSender(origin);
            case CRON, HOOK, SUBAGENT -> false;
        };
    }

    private boolean isAllowedSender(ChatOrigin origin) {
        Optional<String> sender = origin.field(OriginField.SENDER);
        Optional<String> inChannel =
                sender.flatMap(id -> origin.field(OriginField.CHANNEL).map(channel -> channel + ":" + id));
        return senders.contains(EVERYONE)
                || sender.filter(senders::contains).isPresent()
                || inChannel.filter(senders::contains).isPresent();
    }
}
