package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ToolLoopTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("What did I say?"));
    private static final String NO_ROOM = "There is no room in the prompt for what was found.";

    private final TurnFixture fixture = new TurnFixture();

    private TurnEvent.Finished finished() {
        assertEquals(1, fixture.events(TurnEvent.Finished.class).size());
        return fixture.events(TurnEvent.Finished.class).getFirst();
    }

    private Entry.TurnClosed closed() {
        assertEquals(1, fixture.closings().size());
        return fixture.closings().getFirst();
    }

    private String sent(int index) {
        return fixture.sent.get(index).body().utf8();
    }

    private List<String> answers() {
        return fixture.events(TurnEvent.ToolCalled.class).stream()
                .map(event -> event.answer().text())
                .toList();
    }

    private List<Edit> inserted() {
        return fixture.entries(Entry.Edited.class).stream()
                .flatMap(edited -> edited.edits().stream())
                .filter(Edit.Insert.class::isInstance)
                .toList();
    }

    private static ProxyException unreachable() {
        return new ProxyException(Kind.UPSTREAM, "upstream_unreachable", "Nobody is there.");
    }

    @Test
    void a_stream_with_a_call_and_the_stream_after_it_are_one_reply() {
        fixture.willStream(ChatReplies.streamedCall("Let me see. "), Exchange.Outcome.COMPLETE)
                .willStream(ChatReplies.stream("You said hi."), Exchange.Outcome.COMPLETE);
        TurnFixture.Client client = fixture.ask(ASKED);
        String seen = client.body.toString();
        assertTrue(seen.indexOf("Let me see.") < seen.indexOf("You said hi.") && client.hasEnded, seen);
        assertFalse(seen.contains("recall"), seen);
        assertEquals(seen.indexOf("[DONE]"), seen.lastIndexOf("[DONE]"), "one end");
        assertTrue(sent(1).contains("answer of recall") && sent(1).startsWith(sent(0).substring(0, 20)));
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
        assertEquals(20, closed().usage().orElseThrow().prompt(), "both requests are billed");
        assertEquals(1, inserted().size(), "the call is restored in the next request");
    }

    @Test
    void the_calls_that_the_client_did_not_see_are_in_its_next_request() {
        fixture.willReply(200, ChatReplies.CALLS)
                .willReply(200, ChatReplies.HELLO)
                .willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        fixture.restart();
        fixture.ask(ChatReplies.request(
                ChatReplies.user("What did I say?"), ChatReplies.assistant("Hello."), ChatReplies.user("Two")));
        assertTrue(sent(2).contains("answer of recall"), sent(2));
        assertTrue(sent(2).indexOf("answer of recall") < sent(2).indexOf("Hello."), "before the reply");
    }

    @Test
    void a_reply_without_local_calls_passes_byte_for_byte() {
        String stream = ChatReplies.stream("Hello.");
        fixture.willStream(stream, Exchange.Outcome.COMPLETE);
        assertEquals(stream, fixture.ask(ASKED).body.toString());
        assertEquals(List.of(), inserted());
    }

    @Test
    void the_clients_own_calls_reach_the_client_and_ours_wait_for_its_next_request() {
        fixture.willReply(200, ChatReplies.MIXED_CALLS);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(1, fixture.sent.size(), "the client answers first");
        assertTrue(client.body.toString().contains("call_Bash"));
        assertFalse(client.body.toString().contains("call_recall"));
        assertEquals(List.of("answer of recall"), answers());
        assertEquals(1, inserted().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void after_the_last_round_the_model_is_told_so_and_has_one_more_reply(int rounds) {
        fixture.rounds = rounds;
        for (int i = 0; i < rounds + 2; i++) {
            fixture.willReply(200, ChatReplies.CALLS);
        }
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.hasEnded);
        assertEquals(rounds + 2, fixture.sent.size());
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            expected.add("answer of recall");
        }
        String limit = "limit reached: this tool was called " + rounds + (rounds == 1 ? " time" : " times")
                + " in one answer. Go on with what is known.";
        expected.addAll(List.of(limit, limit));
        assertEquals(expected, answers());
        assertTrue(sent(rounds + 1).contains("limit reached"));
        closed();
        finished();
    }

    @Test
    void each_call_may_use_half_of_what_is_left_of_the_prompt() {
        List<Long> rooms = new ArrayList<>();
        fixture.tools = (_, _, room) -> {
            rooms.add(room);
            return new LocalTools.ToolAnswer("word ".repeat(10_000), /* isError= */ false);
        };
        fixture.willReply(200, ChatReplies.CALLS)
                .willReply(200, ChatReplies.CALLS)
                .willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        assertEquals(2, rooms.size());
        assertTrue(rooms.get(1) < rooms.get(0) - 4_000, rooms.toString());
    }

    @Test
    void an_error_of_a_tool_is_an_error_for_the_model() {
        fixture.tools = (_, _, _) -> {
            throw new StackOverflowError("broken on purpose");
        };
        fixture.willStream(ChatReplies.streamedCall("A"), Exchange.Outcome.COMPLETE)
                .willStream(ChatReplies.stream("B"), Exchange.Outcome.COMPLETE);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.hasEnded && !client.isCut);
        assertEquals(List.of("This tool does not work now. Go on without it."), answers());
        assertTrue(
                fixture.events(TurnEvent.ToolCalled.class).getFirst().answer().isError());
    }

    @Test
    void a_prompt_that_is_too_long_with_the_results_is_sent_without_them() {
        fixture.willReply(200, ChatReplies.CALLS)
                .willReply(400, ChatReplies.TOO_LONG)
                .willReply(200, ChatReplies.HELLO);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(200, client.status);
        assertTrue(sent(1).contains("answer of recall"));
        assertTrue(sent(2).contains(NO_ROOM) && !sent(2).contains("answer of recall"), sent(2));
        assertEquals(Reply.Ending.COMPLETE, closed().ending());
    }

    @Test
    void results_are_dropped_once_and_then_the_refusal_reaches_a_client_that_has_seen_nothing() {
        fixture.willReply(200, ChatReplies.CALLS)
                .willReply(400, ChatReplies.TOO_LONG)
                .willReply(400, ChatReplies.TOO_LONG);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(3, fixture.sent.size());
        assertEquals(400, client.status);
        assertEquals(ChatReplies.TOO_LONG, client.body.toString());
        assertTrue(client.hasEnded);
        assertEquals(400, closed().status());
        assertEquals(List.of(), inserted(), "nothing to restore");
    }

    @Test
    void a_refusal_after_the_reply_began_ends_the_stream_with_an_error() {
        fixture.willStream(ChatReplies.streamedCall("Let me see. "), Exchange.Outcome.COMPLETE)
                .willReply(500, "{\"error\":{\"message\":\"Overloaded.\"}}");
        TurnFixture.Client client = fixture.ask(ASKED);
        String seen = client.body.toString();
        assertTrue(seen.startsWith("data: ") && seen.contains("Let me see.") && seen.contains("Overloaded."), seen);
        assertTrue(client.hasEnded || client.isCut, "the stream has an end");
        assertEquals(500, closed().status());
        assertEquals(1, finished().reply().orElseThrow().elements().size(), "what the client saw is archived");
    }

    @Test
    void an_upstream_that_is_gone_after_the_reply_began_ends_the_stream_with_an_error() {
        fixture.willStream(ChatReplies.streamedCall("Let me see. "), Exchange.Outcome.COMPLETE)
                .willFail(unreachable());
        TurnFixture.Client client = fixture.ask(ASKED);
        String seen = client.body.toString();
        assertTrue(seen.contains("Let me see.") && seen.contains("Nobody is there.") && client.hasEnded, seen);
        assertEquals(unreachable().status(), closed().status());
        assertEquals(Exchange.Outcome.UPSTREAM_CUT, finished().outcome());
    }

    @Test
    void a_bug_between_two_requests_ends_the_stream_with_an_error() {
        fixture.willStream(ChatReplies.streamedCall("Let me see. "), Exchange.Outcome.COMPLETE)
                .willFail(new IllegalStateException("broken on purpose"));
        TurnFixture.Client client = fixture.ask(ASKED);
        String seen = client.body.toString();
        assertTrue(seen.contains("Let me see.") && seen.contains("Throughline failed") && client.hasEnded, seen);
        assertFalse(seen.contains("call_recall"), "the client never sees a local call");
        closed();
        finished();
    }

    @Test
    void an_upstream_that_is_cut_in_a_later_reply_cuts_the_client_too() {
        fixture.willStream(ChatReplies.streamedCall("Let me see. "), Exchange.Outcome.COMPLETE)
                .willStream(
                        ChatReplies.chunk("{\"role\":\"assistant\",\"content\":\"You sa\"}", "null"),
                        Exchange.Outcome.UPSTREAM_CUT);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("You sa"));
        assertTrue(client.isCut && !client.hasEnded);
        assertEquals(Reply.Ending.CUT, closed().ending());
    }

    @Test
    void a_call_that_was_cut_is_not_continued() {
        fixture.willStream(
                ChatReplies.chunk(
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"call_recall\",\"type\":\"function\",\"function\":"
                                + "{\"name\":\"recall\",\"arguments\":\"{\\\"que\"}}]}",
                        "null"),
                Exchange.Outcome.UPSTREAM_CUT);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(1, fixture.sent.size());
        assertTrue(client.isCut && !client.hasEnded);
        assertEquals(Reply.Ending.CUT, closed().ending());
    }

    @Test
    void a_store_that_fails_between_two_requests_does_not_stop_the_reply() {
        fixture.willStream(ChatReplies.streamedCall("A"), Exchange.Outcome.COMPLETE)
                .willStream(ChatReplies.stream("B"), Exchange.Outcome.COMPLETE);
        fixture.watched.before = method -> {
            if (fixture.sent.size() == 2) {
                throw new ProxyException(Kind.STORE, "store_full", "full at " + method);
            }
        };
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("\"B\"") && client.hasEnded);
        assertEquals(Optional.of("reply_not_kept"), finished().bypass());
    }

    @Test
    void listeners_get_the_replies_of_all_requests_if_they_want_them() {
        for (boolean wants : List.of(false, true)) {
            fixture.wantsReplies = wants;
            fixture.events.clear();
            fixture.willReply(200, ChatReplies.CALLS).willReply(200, ChatReplies.HELLO);
            fixture.ask(ASKED);
            assertEquals(
                    wants ? List.of(ChatReplies.CALLS, ChatReplies.HELLO) : List.of("", ""),
                    fixture.events(TurnEvent.UpstreamReplied.class).stream()
                            .map(event -> event.body().utf8())
                            .toList());
        }
    }
}
