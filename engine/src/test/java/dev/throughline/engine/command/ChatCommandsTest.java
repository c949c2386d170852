package dev.throughline.engine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ChatCommandsTest {
    private static final SessionCard CARD = SessionCard.opened(
            new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1))),
            new SessionKey("agent:main:main"),
            Optional.empty(),
            "test",
            Instant.EPOCH);

    private final ChatCommands commands = new ChatCommands(
            new CommandRule(CommandRule.CommandScope.ALL, Set.of()),
            new CommandWords(Map.of()),
            new PurposeDetector(AgentMarkers.builtIn()),
            turn -> turn.request().body().utf8().contains("\"/new\""),
            Map.of(
                    ChatCommand.STATUS,
                    request -> request.session().key() + " " + request.argument(),
                    ChatCommand.SEND,
                    request -> {
                        throw new ChatCommands.UnknownArgumentException(request.argument());
                    }));

    private static Turn turn(Purpose purpose, String... messages) {
        String body = "{\"model\":\"m\",\"messages\":[" + String.join(",", messages) + "]}";
        return new Turn(
                new TurnId(new UUID(0, 2)),
                Instant.EPOCH,
                purpose,
                "test",
                Optional.empty(),
                ChatDialect.WIRE,
                ChatDialect.WIRE.decode(Bytes.of(body)),
                "");
    }

    private static String user(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    private Optional<CommandCall> find(String... messages) {
        return commands.find(turn(Purpose.CONVERSATION, messages));
    }

    @Test
    void a_command_is_found_in_the_newest_message() {
        Optional<CommandCall> status = Optional.of(new CommandCall(ChatCommand.STATUS, ""));
        assertEquals(status, find(user("Hello"), user("/status")));
        assertEquals(Optional.empty(), find(user("/status"), user("Hello")));
        assertEquals(status, find(user("/status"), user("<environment_context>folder</environment_context>")));
        assertEquals(status, find(user("[Sun 2026-11-15 18:44 UTC] /status")));
    }

    @Test
    void a_word_for_a_reset_is_a_command_if_the_session_was_reset() {
        assertEquals(Optional.of(new CommandCall(ChatCommand.NEW, "")), find(user("/new")));
        assertEquals(Optional.empty(), find(user("/reset")), "the session was not reset");
    }

    @Test
    void side_requests_contain_no_commands() {
        assertEquals(Optional.empty(), commands.find(turn(Purpose.SIDE_REQUEST, user("/status"))));
    }

    @Test
    void an_action_gets_the_session_and_the_argument() {
        CommandCall call = new CommandCall(ChatCommand.STATUS, "now");
        assertEquals("agent:main:main now", commands.answer(call, CARD, turn(Purpose.CONVERSATION, user("a"))));
    }

    @Test
    void an_argument_that_is_not_known_is_explained() {
        CommandCall call = new CommandCall(ChatCommand.SEND, "maybe");
        assertEquals(
                "Not understood: 'maybe'. Write /send on|off|inherit.",
                commands.answer(call, CARD, turn(Purpose.CONVERSATION, user("a"))));
    }

    @Test
    void a_command_without_an_action_is_not_available() {
        CommandCall call = new CommandCall(ChatCommand.COMPACT, "");
        assertEquals(
                "/compact [what to keep] is not available.",
                commands.answer(call, CARD, turn(Purpose.CONVERSATION, user("a"))));
        assertEquals(
                "A new session has begun.",
                commands.answer(new CommandCall(ChatCommand.NEW, ""), CARD, turn(Purpose.CONVERSATION, user("a"))));
    }
}
