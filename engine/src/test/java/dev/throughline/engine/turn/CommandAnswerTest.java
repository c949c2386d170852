package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.command.ChatCommand;
import dev.throughline.engine.command.CommandCall;
import dev.throughline.engine.turn.CommandAnswer.ExecutedCommand;
import dev.throughline.wire.Reply;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CommandAnswerTest {
    private static final ExecutedCommand EXECUTED =
            new ExecutedCommand(new CommandCall(ChatCommand.HELP, ""), "Commands: none");

    private static CommandAnswer answer(String body) {
        TurnFixture fixture = new TurnFixture();
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(body);
        RecordedTurn recorded =
                fixture.events(TurnEvent.Recorded.class).getFirst().recorded();
        return CommandAnswer.of(recorded, EXECUTED);
    }

    @Test
    void the_archived_reply_has_the_text_and_neither_an_id_nor_usage() {
        CommandAnswer answer = answer(ChatReplies.request(ChatReplies.user("/help")));
        assertEquals(Reply.Ending.COMPLETE, answer.archived().ending());
        assertTrue(answer.archived().elements().getFirst().utf8().contains("\"Commands: none\""));
        assertEquals(Optional.empty(), answer.archived().responseId());
        assertEquals(Optional.empty(), answer.archived().usage());
    }

    @Test
    void the_headers_name_the_command_and_the_form_of_the_reply() {
        CommandAnswer answer = answer(ChatReplies.request(ChatReplies.user("/help")));
        assertEquals(Optional.of("help"), answer.headers().first("x-throughline-command"));
        assertEquals(Optional.of("application/json"), answer.headers().first("content-type"));
        assertTrue(answer.headers().has("x-throughline-session"));
    }
}
