package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.command.ChatCommand;
import dev.throughline.engine.command.ChatCommands;
import dev.throughline.engine.command.CommandAction;
import dev.throughline.engine.command.CommandRule;
import dev.throughline.engine.command.CommandWords;
import dev.throughline.engine.command.SendCommand;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.engine.send.SendRule;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Reply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns of a chat: commands that Throughline answers, and answers that are not sent. */
final class ChatTurnTest {
    private static final String STATUS = ChatReplies.request(ChatReplies.user("/status"));
    private static final String ASKED = ChatReplies.request(ChatReplies.user("One"));

    private static final String STREAMED = ASKED.replace("{\"model\"", "{\"stream\":true,\"model\"");

    private final TurnFixture fixture = new TurnFixture();
    private CommandAction status =
            request -> "All is well in " + request.session().key();
    private List<SendRule> rules = List.of();

    @BeforeEach
    void serveChats() {
        fixture.chat = Optional.of((store, purposes) -> {
            SendPolicy send = new SendPolicy(rules, store.notes());
            return new TurnHandler.ChatServices(
                    new ChatCommands(
                            new CommandRule(CommandRule.CommandScope.ALL, Set.of()),
                            new CommandWords(Map.of()),
                            purposes,
                            _ -> false,
                            Map.of(
                                    ChatCommand.STATUS,
                                    request -> status.answer(request),
                                    ChatCommand.SEND,
                                    new SendCommand(send))),
                    send);
        });
    }

    @Test
    void a_command_is_answered_and_not_sent_upstream() {
        TurnFixture.Client client = fixture.ask(STATUS);
        assertEquals(List.of(), fixture.sent);
        assertTrue(client.hasEnded);
        assertEquals(200, client.status);
        assertTrue(client.body.toString().contains("\"content\":\"All is well in one\""), client.body::toString);
        assertEquals("status", client.header("x-throughline-command"));
        assertEquals("application/json", client.header("content-type"));
        assertEquals("", client.header("x-throughline-bypass"));
    }

    @Test
    void a_streamed_command_is_answered_with_a_stream() {
        TurnFixture.Client client = fixture.ask(STATUS.replace("{\"model\"", "{\"stream\":true,\"model\""));
        assertEquals("text/event-stream; charset=utf-8", client.header("content-type"));
        assertTrue(client.body.toString().endsWith("data: [DONE]\n\n"), client.body::toString);
    }

    @Test
    void a_command_and_its_answer_are_archived_as_such() {
        fixture.ask(STATUS);
        Entry.TurnOpened opened = fixture.entries(Entry.TurnOpened.class).getFirst();
        assertEquals(Purpose.COMMAND, opened.purpose());
        assertEquals(
                List.of(ItemKind.USER, ItemKind.ASSISTANT),
                fixture.entries(Entry.Node.class).stream().map(Entry.Node::kind).toList());
        Entry.TurnClosed closed = fixture.closings().getFirst();
        assertEquals(Reply.Ending.COMPLETE, closed.ending());
        assertEquals(Optional.empty(), closed.usage());
        assertEquals(1, fixture.events(TurnEvent.Finished.class).size());
    }

    @Test
    void a_command_that_fails_is_sent_to_the_model() {
        status = _ -> {
            throw new IllegalStateException("broken on purpose");
        };
        fixture.willReply(200, ChatReplies.HELLO);
        TurnFixture.Client client = fixture.ask(STATUS);
        assertEquals(STATUS, fixture.sent.getFirst().body().utf8());
        assertEquals(ChatReplies.HELLO, client.body.toString());
        assertEquals("", client.header("x-throughline-command"));
        assertEquals("internal_error", client.header("x-throughline-bypass"));
        assertEquals(
                Purpose.CONVERSATION,
                fixture.entries(Entry.TurnOpened.class).getFirst().purpose());
    }

    @Test
    void a_message_that_only_mentions_a_command_is_sent_to_the_model() {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ChatReplies.request(ChatReplies.user("What does /status do?")));
        assertEquals(1, fixture.sent.size());
    }

    @Test
    void a_denied_answer_is_archived_and_the_client_gets_an_empty_one() {
        rules = List.of(SendRule.parse("key=one"));
        fixture.willReply(200, ChatReplies.HELLO);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(1, fixture.sent.size());
        assertTrue(client.hasEnded);
        assertEquals("denied", client.header("x-throughline-send"));
        assertTrue(client.body.toString().contains("\"content\":\"\""), client.body::toString);
        assertFalse(client.body.toString().contains("Hello."), client.body::toString);
        assertTrue(client.body.toString().contains("\"prompt_tokens\":10"), "the usage is reported");
        Entry.Node answer = fixture.entries(Entry.Node.class).getLast();
        assertEquals(ItemKind.ASSISTANT, answer.kind());
        Entry.Link link = fixture.entries(Entry.Link.class).getFirst();
        assertEquals(Entry.Link.Reason.WITHHELD, link.reason());
        assertEquals(answer.id(), link.older());
        assertEquals(answer.parent(), link.newer());
    }

    @Test
    void a_denied_stream_is_an_empty_stream() {
        rules = List.of(SendRule.parse("key=one"));
        fixture.willStream(ChatReplies.stream("Hello."), Exchange.Outcome.COMPLETE);
        TurnFixture.Client client = fixture.ask(STREAMED);
        assertFalse(client.body.toString().contains("Hello."), client.body::toString);
        assertTrue(client.body.toString().endsWith("data: [DONE]\n\n"), client.body::toString);
    }

    @Test
    void a_denied_stream_that_ends_with_an_error_ends_with_an_error_for_the_client() {
        rules = List.of(SendRule.parse("key=one"));
        String begun = ChatReplies.chunk("{\"role\":\"assistant\",\"content\":\"Hello.\"}", "null");
        String error = "data: {\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\"}}\n\n";
        fixture.willStream(begun + error, Exchange.Outcome.COMPLETE);
        TurnFixture.Client client = fixture.ask(STREAMED);
        assertTrue(client.body.toString().contains("\"code\":\"provider_failed\""), client.body::toString);
        assertFalse(client.body.toString().contains("\"finish_reason\":\"stop\""), client.body::toString);
        assertFalse(client.body.toString().contains("Hello."), client.body::toString);
        assertEquals(Reply.Ending.FAILED, fixture.closings().getFirst().ending());
    }

    @Test
    void a_denied_stream_that_is_cut_is_cut_for_the_client_too() {
        rules = List.of(SendRule.parse("key=one"));
        fixture.willStream(
                ChatReplies.chunk("{\"role\":\"assistant\",\"content\":\"Hel\"}", "null"),
                Exchange.Outcome.UPSTREAM_CUT);
        TurnFixture.Client client = fixture.ask(STREAMED);
        assertEquals("", client.body.toString());
        assertEquals(Reply.Ending.CUT, fixture.closings().getFirst().ending());
    }

    @Test
    void a_refusal_of_the_provider_is_sent_also_if_answers_are_denied() {
        rules = List.of(SendRule.parse("key=one"));
        fixture.willReply(429, "{\"error\":{\"message\":\"slow down\"}}");
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(429, client.status);
        assertEquals("", client.header("x-throughline-send"));
    }

    @Test
    void a_person_turns_sending_off_and_the_setting_survives_a_restart() {
        fixture.willReply(200, ChatReplies.HELLO).willReply(200, ChatReplies.HELLO);
        fixture.ask(ChatReplies.request(ChatReplies.user("/send off")));
        fixture.restart();
        assertEquals("denied", fixture.ask(ASKED).header("x-throughline-send"));
        fixture.ask(ChatReplies.request(ChatReplies.user("/send inherit")));
        assertEquals("", fixture.ask(ASKED).header("x-throughline-send"));
    }
}
