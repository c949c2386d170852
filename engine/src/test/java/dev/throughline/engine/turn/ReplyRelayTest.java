package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplyRelayTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("One"));

    private final TurnFixture fixture = new TurnFixture();

    private TurnEvent.Finished finished() {
        assertEquals(1, fixture.events(TurnEvent.Finished.class).size());
        return fixture.events(TurnEvent.Finished.class).getFirst();
    }

    @Test
    void a_reply_is_archived_as_the_client_received_it_with_its_bill() {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        Entry.TurnClosed closed = fixture.closings().getFirst();
        assertEquals(Reply.Ending.COMPLETE, closed.ending());
        assertEquals(Optional.of("stop"), closed.stopReason());
        assertEquals(Optional.of("c1"), closed.responseId());
        assertEquals(10, closed.usage().orElseThrow().prompt());
        assertEquals(closed.sent(), finished().sent());
        assertTrue(fixture.entries(Entry.Source.class).stream()
                .anyMatch(source -> source.bytes().equals(Bytes.of(ChatReplies.assistant("Hello.")))));
    }

    @Test
    void the_end_of_the_reply_waits_until_the_turn_is_written() {
        for (String reply : List.of("document", "error")) {
            fixture.willReply(reply.equals("document") ? 200 : 500, ChatReplies.HELLO);
        }
        boolean[] hasEndedBefore = {true};
        TurnFixture.Client[] clients = new TurnFixture.Client[1];
        fixture.watched.receipts = receipt -> {
            hasEndedBefore[0] = clients[0] != null && clients[0].hasEnded;
            return receipt;
        };
        clients[0] = fixture.ask(ASKED);
        assertEquals(false, hasEndedBefore[0], "the closing entry comes before the end");
        assertTrue(clients[0].hasEnded);
    }

    @Test
    void an_error_of_the_provider_is_relayed_and_archived() {
        String error = "{\"error\":{\"message\":\"Overloaded.\"}}";
        fixture.willReply(529, error);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(529, client.status);
        assertEquals(error, client.body.toString());
        assertEquals(529, fixture.closings().getFirst().status());
        assertEquals(Reply.Ending.FAILED, fixture.closings().getFirst().ending());
    }

    @Test
    void a_reply_that_cannot_be_parsed_is_relayed_and_archived_as_it_came() {
        fixture.willReply(502, "<html>bad gateway</html>");
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals("<html>bad gateway</html>", client.body.toString());
        assertTrue(fixture.entries(Entry.Source.class).stream()
                .anyMatch(source -> source.bytes().utf8().equals("<html>bad gateway</html>")));
    }

    @Test
    void a_broken_copy_loses_the_record_but_not_the_reply() {
        fixture.headers = fixture.headers.and("x-throughline-memory", "on");
        fixture.policy = _ -> {
            throw new StackOverflowError("so that the reply is relayed unchanged");
        };
        fixture.willReplyWithBrokenCopy(ChatReplies.HELLO);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(ChatReplies.HELLO, client.body.toString());
        assertTrue(client.hasEnded);
        assertEquals(
                List.of("internal_error", "reply_not_kept"),
                fixture.events(TurnEvent.Bypassed.class).stream()
                        .map(TurnEvent.Bypassed::reason)
                        .toList());
        assertEquals(Optional.empty(), finished().reply());
    }

    @Test
    void a_turn_without_memory_is_relayed_and_nothing_is_stored() {
        fixture.headers = fixture.headers.and("x-throughline-memory", "off");
        fixture.willReply(200, ChatReplies.HELLO);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(ChatReplies.HELLO, client.body.toString());
        assertEquals("off; requested", client.header("x-throughline-memory"));
        assertEquals(List.of(), fixture.entries());
        assertEquals(Optional.empty(), finished().recorded());
        assertTrue(finished().reply().isPresent(), "listeners learn what was said");
    }

    @Test
    void a_stream_of_a_turn_without_memory_is_read_as_a_stream() {
        fixture.headers = fixture.headers.and("x-throughline-memory", "off");
        String stream = ChatReplies.stream("Hello.");
        fixture.willStream(stream, Exchange.Outcome.COMPLETE);
        assertEquals(stream, fixture.ask(ASKED).body.toString());
        assertEquals(
                List.of(Bytes.of(ChatReplies.assistant("Hello."))),
                finished().reply().orElseThrow().elements());
    }

    @Test
    void listeners_get_the_body_if_they_want_it() {
        fixture.headers = fixture.headers.and("x-throughline-memory", "off");
        for (boolean wants : List.of(false, true)) {
            fixture.wantsReplies = wants;
            fixture.events.clear();
            fixture.willReply(200, ChatReplies.HELLO);
            fixture.ask(ASKED);
            assertEquals(
                    wants ? ChatReplies.HELLO : "",
                    fixture.events(TurnEvent.UpstreamReplied.class)
                            .getFirst()
                            .body()
                            .utf8());
        }
    }
}
