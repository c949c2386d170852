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

/** A turn ends, whatever breaks: the archive entry is closed once, listeners are told once, the client is answered. */
final class TurnHandlerTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("What did I say?"));
    private static final String HELLO = ChatReplies.HELLO;
    private static final String CALLS = ChatReplies.CALLS;

    private final TurnWorld world = new TurnWorld();

    private TurnEvent.Finished finished() {
        List<TurnEvent.Finished> all = world.told(TurnEvent.Finished.class);
        assertEquals(1, all.size(), "listeners are told once");
        return all.getFirst();
    }

    private Entry.TurnClosed closed() {
        assertEquals(1, world.closings().size(), "the entry is closed once");
        return world.closings().getFirst();
    }

    private static ProxyException storeTrouble() {
        return new ProxyException(ProxyException.Kind.STORE, "store_full", "The disk is full.");
    }

    @Test
    void a_turn_is_recorded_before_it_is_sent_and_closed_before_the_client_sees_the_end() {
        world.answering(200, HELLO);
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded, client.body.toString());
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(200, finished().status());
        assertEquals(Optional.empty(), finished().bypass());
        assertEquals(
                List.of("Arrived", "PromptDecided", "RequestSent", "Recorded", "UpstreamReplied", "Finished"),
                world.told.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .toList());
    }

    @Test
    void an_upstream_that_is_cut_within_a_word_leaves_what_was_said() {
        world.streaming(
                "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                        + "\"delta\":{\"role\":\"assistant\",\"content\":\"Hel\"}}]}\n\ndata: {\"id\":\"c1\",\"cho",
                Exchange.Outcome.UPSTREAM_CUT);
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.body.toString().contains("Hel"), client.body.toString());
        assertTrue(client.isCut && !client.hasEnded);
        assertEquals(Reply.Ending.CUT, closed().ending());
        assertEquals(Exchange.Outcome.UPSTREAM_CUT, finished().outcome());
    }

    @Test
    void a_client_that_is_gone_before_its_answer_gets_none() {
        world.failing(new ProxyException(ProxyException.Kind.UPSTREAM, "client_gone", "The client is gone."));
        TurnWorld.Client client = world.ask(ASKED);
        assertFalse(client.hasBegun());
        assertEquals(0, closed().status());
        assertEquals(Optional.empty(), finished().reply());
    }

    @Test
    void an_upstream_that_cannot_be_reached_is_an_error_in_the_clients_dialect() {
        world.failing(new ProxyException(ProxyException.Kind.UPSTREAM, "upstream_unreachable", "Nobody is there."));
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.status >= 500 && client.body.toString().contains("\"error\""), client.body.toString());
        assertFalse(client.header("x-throughline-session").isEmpty());
        assertEquals(0, closed().status());
        assertEquals(client.status, finished().status());
    }

    @Test
    void a_store_that_is_full_lets_the_clients_own_bytes_through() {
        world.answering(200, HELLO);
        world.watched.fail("append", storeTrouble());
        TurnWorld.Client client = world.ask(ASKED);
        assertEquals(ASKED, world.sent.getFirst().body().utf8());
        assertEquals("store_full", client.header("x-throughline-bypass"));
        assertTrue(client.hasEnded);
        assertEquals(Optional.of("store_full"), finished().bypass());
        assertEquals(List.of(), world.entries());
    }

    @Test
    void a_store_that_breaks_after_the_answer_began_does_not_touch_the_answer() {
        world.answering(200, HELLO);
        world.watched.before = method -> {
            if (method.equals("lease") && !world.sent.isEmpty()) {
                throw storeTrouble();
            }
        };
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Optional.of("reply_not_kept"), finished().bypass());
        assertEquals(
                List.of("reply_not_kept"),
                world.told(TurnEvent.Bypassed.class).stream()
                        .map(TurnEvent.Bypassed::reason)
                        .toList());
    }

    @Test
    void a_bug_in_a_policy_changes_nothing_for_the_client() {
        world.answering(200, HELLO);
        world.policy = _ -> {
            throw new IllegalStateException("a bug, on purpose");
        };
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(Optional.empty(), finished().bypass());
    }

    @Test
    void a_call_of_our_tool_is_answered_and_the_model_goes_on() {
        world.answering(200, CALLS).answering(200, HELLO);
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(world.sent.get(1).body().utf8().contains("answer of recall"));
        assertTrue(client.body.toString().contains("Hello.")
                && !client.body.toString().contains("recall"));
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(20, closed().usage().orElseThrow().prompt(), "both calls are billed");
        assertEquals(1, world.told(TurnEvent.ToolCalled.class).size());
        assertEquals(
                2,
                world.entries().stream().filter(Entry.Edited.class::isInstance).count(),
                "the tools that were offered, and the call that was answered");
    }

    @Test
    void a_bug_in_a_tool_is_told_to_the_model_and_nobody_else() {
        world.answering(200, CALLS).answering(200, HELLO);
        world.tools = (_, _, _) -> {
            throw new IllegalStateException("a bug, on purpose");
        };
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(world.sent.get(1).body().utf8().contains("This tool does not work now."));
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        finished();
    }

    @Test
    void an_upstream_that_fails_between_two_calls_is_an_error_as_nothing_was_shown() {
        world.answering(200, CALLS)
                .failing(new ProxyException(ProxyException.Kind.UPSTREAM, "upstream_unreachable", "Nobody is there."));
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.status >= 500 && client.hasEnded, client.body.toString());
        closed();
        finished();
    }

    @Test
    void a_bug_on_the_way_closes_the_turn_too() {
        world.failing(new IllegalStateException("a bug, on purpose"));
        assertThrows(IllegalStateException.class, () -> world.ask(ASKED));
        assertEquals(0, closed().status());
        assertEquals(500, finished().status());
    }

    @Test
    void no_lease_is_held_while_the_model_answers_and_each_station_takes_one() {
        world.answering(200, HELLO);
        world.policy = input -> {
            assertEquals(1, world.watched.heldLeases.get(), "a decision is made under the lease");
            return List.of();
        };
        world.tools = (_, _, _) -> {
            throw new AssertionError("no tool is called");
        };
        world.ask(ASKED);
        assertEquals(0, world.watched.heldLeases.get());
        assertEquals(4, world.watched.leases.get(), "record, ask what to tell with the user's words, decide, close");
        world.watched.leases.set(0);
        world.answering(200, HELLO);
        world.ask(ASKED.replace(
                "say?\"}]}",
                "say?\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_9\",\"type\":"
                        + "\"function\",\"function\":{\"name\":\"Bash\",\"arguments\":\"{}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"call_9\",\"content\":\"done\"}]}"));
        assertEquals(3, world.watched.leases.get(), "record, decide, close");
    }

    @Test
    void a_count_asks_the_provider_and_records_nothing() {
        world.answering(200, HELLO);
        world.ask(ASKED);
        int known = world.entries().size();
        world.answering(200, "{\"input_tokens\":7}");
        TurnWorld.Client client = world.count(ASKED.replace(
                "say?\"}]}",
                "say?\"},{\"role\":\"assistant\",\"content\":\"Hello.\"},"
                        + "{\"role\":\"user\",\"content\":\"And then?\"}]}"));
        assertEquals("{\"input_tokens\":7}", client.body.toString());
        assertEquals(known, world.entries().size());
        assertFalse(client.header("x-throughline-session").isEmpty());
        finished();
    }

    @Test
    void a_count_that_the_provider_refuses_is_asked_again_with_the_clients_own_body() {
        world.answering(200, HELLO);
        world.ask(ASKED);
        world.answering(400, "{\"error\":{}}").answering(200, "{\"input_tokens\":7}");
        String body = ASKED.replace(
                "say?\"}]}",
                "say?\"},{\"role\":\"assistant\",\"content\":\"Hello.\"},"
                        + "{\"role\":\"user\",\"content\":\"And then?\"}]}");
        TurnWorld.Client client = world.count(body);
        assertEquals("{\"input_tokens\":7}", client.body.toString());
        assertEquals(body, world.sent.getLast().body().utf8());
    }
}
