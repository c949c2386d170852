package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Reply;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A turn always ends: the archive entry is closed once, listeners are called once, the client gets a reply. */
final class TurnHandlerTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("What did I say?"));
    private static final String HELLO = ChatReplies.HELLO;
    private static final String CALLS = ChatReplies.CALLS;

    private final TurnFixture fixture = new TurnFixture();

    private TurnEvent.Finished finished() {
        List<TurnEvent.Finished> all = fixture.events(TurnEvent.Finished.class);
        assertEquals(1, all.size(), "listeners are called once with the end");
        return all.getFirst();
    }

    private Entry.TurnClosed closed() {
        assertEquals(1, fixture.closings().size(), "the entry is closed once");
        return fixture.closings().getFirst();
    }

    private static ProxyException storeFailure() {
        return new ProxyException(ProxyException.Kind.STORE, "store_full", "The disk is full.");
    }

    @Test
    void a_turn_is_recorded_before_it_is_sent_and_closed_before_the_client_sees_the_end() {
        fixture.willReply(200, HELLO);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded, client.body.toString());
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(200, finished().status());
        assertEquals(Optional.empty(), finished().bypass());
        assertEquals(
                List.of("Arrived", "PromptDecided", "RequestSent", "Recorded", "UpstreamReplied", "Finished"),
                fixture.events.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .toList());
    }

    @Test
    void a_reply_that_is_cut_within_a_word_is_relayed_and_archived() {
        fixture.willStream(
                "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                        + "\"delta\":{\"role\":\"assistant\",\"content\":\"Hel\"}}]}\n\ndata: {\"id\":\"c1\",\"cho",
                Exchange.Outcome.UPSTREAM_CUT);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("Hel"), client.body.toString());
        assertTrue(client.isCut && !client.hasEnded);
        assertEquals(Reply.Ending.CUT, closed().ending());
        assertEquals(Exchange.Outcome.UPSTREAM_CUT, finished().outcome());
    }

    @Test
    void a_client_that_disconnects_before_the_reply_gets_none() {
        fixture.willFail(new ProxyException(ProxyException.Kind.UPSTREAM, "client_gone", "The client is gone."));
        TurnFixture.Client client = fixture.ask(ASKED);
        assertFalse(client.hasBegun());
        assertEquals(0, closed().status());
        assertEquals(Optional.empty(), finished().reply());
    }

    @Test
    void an_upstream_that_cannot_be_reached_is_an_error_in_the_clients_dialect() {
        fixture.willFail(new ProxyException(
                ProxyException.Kind.UPSTREAM, "upstream_unreachable", "The connection was refused."));
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.status >= 500 && client.body.toString().contains("\"error\""), client.body.toString());
        assertFalse(client.header("x-throughline-session").isEmpty());
        assertEquals(0, closed().status());
        assertEquals(client.status, finished().status());
    }

    @Test
    void if_the_store_is_full_the_clients_own_bytes_are_forwarded() {
        fixture.willReply(200, HELLO);
        fixture.watched.fail("append", storeFailure());
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(ASKED, fixture.sent.getFirst().body().utf8());
        assertEquals("store_full", client.header("x-throughline-bypass"));
        assertTrue(client.hasEnded);
        assertEquals(Optional.of("store_full"), finished().bypass());
        assertEquals(List.of(), fixture.entries());
    }

    @Test
    void a_store_failure_after_the_request_was_sent_does_not_change_the_reply() {
        fixture.willReply(200, HELLO);
        fixture.watched.before = method -> {
            if (method.equals("lease") && !fixture.sent.isEmpty()) {
                throw storeFailure();
            }
        };
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Optional.of("reply_not_kept"), finished().bypass());
        assertEquals(
                List.of("reply_not_kept"),
                fixture.events(TurnEvent.Bypassed.class).stream()
                        .map(TurnEvent.Bypassed::reason)
                        .toList());
    }

    @Test
    void a_policy_that_throws_does_not_affect_the_client() {
        fixture.willReply(200, HELLO);
        fixture.policy = _ -> {
            throw new IllegalStateException("a bug, on purpose");
        };
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(Optional.empty(), finished().bypass());
    }

    @Test
    void a_local_tool_call_is_answered_and_the_model_continues() {
        fixture.willReply(200, CALLS).willReply(200, HELLO);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(fixture.sent.get(1).body().utf8().contains("answer of recall"));
        assertTrue(client.body.toString().contains("Hello.")
                && !client.body.toString().contains("recall"));
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(20, closed().usage().orElseThrow().prompt(), "both calls are billed");
        assertEquals(1, fixture.events(TurnEvent.ToolCalled.class).size());
        assertEquals(
                2,
                fixture.entries().stream()
                        .filter(Entry.Edited.class::isInstance)
                        .count(),
                "the tools that were offered, and the call that was answered");
    }

    @Test
    void a_tool_that_throws_is_reported_only_to_the_model() {
        fixture.willReply(200, CALLS).willReply(200, HELLO);
        fixture.tools = (_, _, _) -> {
            throw new IllegalStateException("a bug, on purpose");
        };
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(fixture.sent.get(1).body().utf8().contains("This tool does not work now."));
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        finished();
    }

    @Test
    void an_upstream_failure_after_a_local_call_is_answered_with_an_error() {
        fixture.willReply(200, CALLS)
                .willFail(new ProxyException(
                        ProxyException.Kind.UPSTREAM, "upstream_unreachable", "The connection was refused."));
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.status >= 500 && client.hasEnded, client.body.toString());
        closed();
        finished();
    }

    @Test
    void an_unexpected_exception_closes_the_turn() {
        fixture.willFail(new IllegalStateException("a bug, on purpose"));
        assertThrows(IllegalStateException.class, () -> fixture.ask(ASKED));
        assertEquals(0, closed().status());
        assertEquals(500, finished().status());
    }

    @Test
    void no_lease_is_held_during_the_reply_and_each_step_takes_one() {
        fixture.willReply(200, HELLO);
        fixture.policy = input -> {
            assertEquals(1, fixture.watched.heldLeases.get(), "a decision is made under the lease");
            return List.of();
        };
        fixture.tools = (_, _, _) -> {
            throw new AssertionError("no tool is called");
        };
        fixture.ask(ASKED);
        assertEquals(0, fixture.watched.heldLeases.get());
        assertEquals(4, fixture.watched.leases.get(), "record, prepare the state block, decide, close");
        fixture.watched.leases.set(0);
        fixture.willReply(200, HELLO);
        fixture.ask(ASKED.replace(
                "say?\"}]}",
                "say?\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_9\",\"type\":"
                        + "\"function\",\"function\":{\"name\":\"Bash\",\"arguments\":\"{}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"call_9\",\"content\":\"done\"}]}"));
        assertEquals(3, fixture.watched.leases.get(), "record, decide, close");
    }

    @Test
    void a_count_asks_the_provider_and_records_nothing() {
        fixture.willReply(200, HELLO);
        fixture.ask(ASKED);
        int known = fixture.entries().size();
        fixture.willReply(200, "{\"input_tokens\":7}");
        TurnFixture.Client client = fixture.count(ASKED.replace(
                "say?\"}]}",
                "say?\"},{\"role\":\"assistant\",\"content\":\"Hello.\"},"
                        + "{\"role\":\"user\",\"content\":\"And then?\"}]}"));
        assertEquals("{\"input_tokens\":7}", client.body.toString());
        assertEquals(known, fixture.entries().size());
        assertFalse(client.header("x-throughline-session").isEmpty());
        finished();
    }

    @Test
    void a_refused_count_is_repeated_with_the_clients_own_body() {
        fixture.willReply(200, HELLO);
        fixture.ask(ASKED);
        fixture.willReply(400, "{\"error\":{}}").willReply(200, "{\"input_tokens\":7}");
        String body = ASKED.replace(
                "say?\"}]}",
                "say?\"},{\"role\":\"assistant\",\"content\":\"Hello.\"},"
                        + "{\"role\":\"user\",\"content\":\"And then?\"}]}");
        TurnFixture.Client client = fixture.count(body);
        assertEquals("{\"input_tokens\":7}", client.body.toString());
        assertEquals(body, fixture.sent.getLast().body().utf8());
    }
}
