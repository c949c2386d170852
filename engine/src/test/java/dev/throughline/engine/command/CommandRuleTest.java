package dev.throughline.engine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.command.CommandRule.CommandScope;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Request;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandRuleTest {
    private static ChatOrigin origin(ChatType type) {
        return new ChatOrigin(type, Map.of(OriginField.CHANNEL, "discord", OriginField.SENDER, "7"));
    }

    private static boolean allows(CommandScope scope, Set<String> senders, ChatType type) {
        return new CommandRule(scope, senders).allows(turn(Optional.of(origin(type)), /* hasDerivedKey= */ true));
    }

    private static Turn turn(Optional<ChatOrigin> origin, boolean hasDerivedKey) {
        return new Turn(
                new TurnId(new UUID(0, 2)),
                Instant.EPOCH,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                ChatDialect.WIRE,
                Request.unread(ChatDialect.NAME, Bytes.EMPTY),
                "",
                origin,
                hasDerivedKey);
    }

    @ParameterizedTest
    @CsvSource({"DM,true", "NODE,true", "GROUP,false", "THREAD,false", "CRON,false", "HOOK,false", "SUBAGENT,false"})
    void without_allowed_senders_commands_are_for_direct_chats(ChatType type, boolean isAllowed) {
        assertEquals(isAllowed, allows(CommandScope.DERIVED, Set.of(), type));
        assertEquals(isAllowed, allows(CommandScope.ALL, Set.of(), type));
        assertEquals(false, allows(CommandScope.OFF, Set.of(), type));
    }

    @ParameterizedTest
    @CsvSource({"7,true", "discord:7,true", "*,true", "slack:7,false", "8,false"})
    void in_groups_an_allowed_sender_gives_commands(String sender, boolean isAllowed) {
        assertEquals(isAllowed, allows(CommandScope.DERIVED, Set.of(sender), ChatType.GROUP));
        assertEquals(isAllowed, allows(CommandScope.DERIVED, Set.of(sender), ChatType.THREAD));
        assertEquals(false, allows(CommandScope.DERIVED, Set.of(sender), ChatType.CRON));
    }

    @Test
    void without_an_origin_there_are_commands_only_if_they_are_for_all_sessions() {
        Turn unnamed = turn(Optional.empty(), /* hasDerivedKey= */ false);
        assertEquals(false, new CommandRule(CommandScope.DERIVED, Set.of("*")).allows(unnamed));
        assertEquals(true, new CommandRule(CommandScope.ALL, Set.of()).allows(unnamed));
        assertEquals(false, new CommandRule(CommandScope.OFF, Set.of()).allows(unnamed));
    }

    @Test
    void under_a_key_that_the_client_chose_an_origin_is_not_enough() {
        Turn chosen = turn(Optional.of(origin(ChatType.DM)), /* hasDerivedKey= */ false);
        assertEquals(false, new CommandRule(CommandScope.DERIVED, Set.of("*")).allows(chosen));
        assertEquals(true, new CommandRule(CommandScope.ALL, Set.of()).allows(chosen));
    }
}
