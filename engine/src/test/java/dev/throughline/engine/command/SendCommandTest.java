package dev.throughline.engine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.MemoryNotes;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.engine.send.SendRule;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Request;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SendCommandTest {
    private static final SessionCard CARD = SessionCard.opened(
            new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1))),
            new SessionKey("cron:1"),
            Optional.empty(),
            "test",
            Instant.EPOCH);
    private static final Turn TURN = new Turn(
            new TurnId(new UUID(0, 2)),
            Instant.EPOCH,
            Purpose.CONVERSATION,
            "test",
            Optional.empty(),
            ChatDialect.WIRE,
            Request.unread(ChatDialect.NAME, Bytes.EMPTY),
            "");

    private final SendCommand command =
            new SendCommand(new SendPolicy(List.of(SendRule.parse("key=cron:")), new MemoryNotes()));

    private String send(String argument) {
        return command.answer(new CommandAction.CommandRequest(CARD, TURN, argument));
    }

    @Test
    void the_answer_says_whether_answers_are_sent_and_why() {
        assertEquals("Sending of answers: on (set for this session)", send("ON"));
        assertEquals("Sending of answers: off (set for this session)", send("off"));
        assertEquals("Sending of answers: off (rule key=cron:)", send("inherit"));
    }

    @Test
    void another_argument_changes_nothing() {
        assertThrows(ChatCommands.UnknownArgumentException.class, () -> send("maybe"));
        assertThrows(ChatCommands.UnknownArgumentException.class, () -> send(""));
        assertEquals("Sending of answers: off (rule key=cron:)", send("inherit"));
    }
}
