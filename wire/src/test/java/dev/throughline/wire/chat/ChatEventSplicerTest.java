package dev.throughline.wire.chat;

import static dev.throughline.wire.reply.SplicedReplies.unnamed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.reply.SplicedReplies;
import org.junit.jupiter.api.Test;

class ChatEventSplicerTest {
    private static final String DONE = "data: [DONE]\n\n";

    private static String chunk(String id, String delta, String reason) {
        return unnamed("{'id':'" + id + "','created':1,'model':'m','choices':[{'index':0,'delta':" + delta
                + ",'finish_reason':" + reason + "}],'usage':null}");
    }

    private static String role(String id) {
        return chunk(id, "{'role':'assistant','content':''}", "null");
    }

    private static String text(String id, String text) {
        return chunk(id, "{'content':'" + text + "'}", "null");
    }

    private static String call(String id, int index, String name) {
        return chunk(
                        id,
                        "{'tool_calls':[{'index':" + index + ",'id':'call_" + name
                                + "','type':'function','function':{'name':'" + name + "','arguments':''}}]}",
                        "null")
                + chunk(id, "{'tool_calls':[{'index':" + index + ",'function':{'arguments':'{}'}}]}", "null");
    }

    private static String end(String id, String reason) {
        return chunk(id, "{}", "'" + reason + "'");
    }

    private static String usage(String id, int prompt, int output) {
        return unnamed("{'id':'" + id + "','created':1,'model':'m','choices':[],'usage':{'prompt_tokens':" + prompt
                + ",'completion_tokens':" + output + "}}");
    }

    @Test
    void a_round_without_local_calls_is_relayed_unchanged_and_at_once() {
        String reply = role("c1")
                + text("c1", "a")
                + call("c1", 0, "Bash")
                + end("c1", "tool_calls")
                + usage("c1", 9, 1)
                + DONE;

        SplicedReplies played = SplicedReplies.of(ChatDialect.NAME, ReplyForm.STREAMED, reply);

        assertEquals(reply, played.relayed().getFirst());
        assertEquals("", played.finished());
    }

    @Test
    void two_rounds_become_one_message() {
        String first = role("c1")
                + text("c1", "a")
                + call("c1", 0, "recall")
                + end("c1", "tool_calls")
                + usage("c1", 9, 1)
                + DONE;
        String second = (role("c2") + text("c2", "b") + end("c2", "stop") + usage("c2", 20, 2) + DONE)
                .replace("\"created\":1,\"model\":\"m\"", "\"created\":2,\"model\":\"m2\"");

        SplicedReplies played = SplicedReplies.of(ChatDialect.NAME, ReplyForm.STREAMED, first, second);

        assertEquals(role("c1") + text("c1", "a"), played.relayed().getFirst());
        assertEquals(
                text("c1", "b") + end("c1", "stop") + usage("c1", 20, 3) + DONE,
                played.relayed().get(1));
        assertEquals("", played.finished());
    }

    @Test
    void in_a_mixed_round_the_client_gets_only_its_own_calls_renumbered() {
        String reply = role("c1")
                + call("c1", 0, "recall")
                + call("c1", 1, "Bash")
                + call("c1", 2, "memory_get")
                + call("c1", 3, "Read")
                + end("c1", "tool_calls")
                + usage("c1", 9, 1)
                + DONE;

        SplicedReplies played = SplicedReplies.of(ChatDialect.NAME, ReplyForm.STREAMED, reply);

        assertEquals(
                role("c1") + call("c1", 0, "Bash") + call("c1", 1, "Read"),
                played.relayed().getFirst());
        assertEquals(end("c1", "tool_calls") + usage("c1", 9, 1) + DONE, played.finished());
        assertTrue(played.rounds().getFirst().isMixed());
    }

    @Test
    void a_last_round_of_only_local_calls_ends_with_stop() {
        String reply = role("c1") + call("c1", 0, "recall") + end("c1", "tool_calls") + DONE;

        assertEquals(
                end("c1", "stop") + DONE,
                SplicedReplies.of(ChatDialect.NAME, ReplyForm.STREAMED, reply).finished());
    }

    @Test
    void a_chunk_with_text_calls_and_finish_reason_is_split() {
        String both = "{'content':'a','tool_calls':[{'index':0,'id':'x','function':{'name':'recall','arguments':'{}'}},"
                + "{'index':1,'id':'y','function':{'name':'Bash','arguments':'{}'}}]}";
        String left = "{'content':'a','tool_calls':[{'index':0,'id':'y','function':{'name':'Bash','arguments':'{}'}}]}";

        SplicedReplies played =
                SplicedReplies.of(ChatDialect.NAME, ReplyForm.STREAMED, chunk("c1", both, "'tool_calls'"));

        assertEquals(chunk("c1", left, "null"), played.relayed().getFirst());
        assertEquals(end("c1", "tool_calls"), played.finished());
    }

    @Test
    void calls_without_an_index_are_distinguished_by_their_ids() {
        String local = "{'tool_calls':[{'id':'x','function':{'name':'recall','arguments':'{}'}}]}";
        String client = "{'tool_calls':[{'id':'y','function':{'name':'Bash','arguments':'{}'}}]}";

        SplicedReplies played = SplicedReplies.of(
                ChatDialect.NAME, ReplyForm.STREAMED, chunk("c1", local, "null") + chunk("c1", client, "null"));

        assertEquals(chunk("c1", client, "null"), played.relayed().getFirst());
    }

    @Test
    void an_error_is_relayed_at_once_and_nothing_follows() {
        String first = role("c1") + call("c1", 0, "recall") + end("c1", "tool_calls") + DONE;
        String error = unnamed("{'error':{'message':'busy','type':'server_error'}}");

        SplicedReplies played = SplicedReplies.of(ChatDialect.NAME, ReplyForm.STREAMED, first, role("c2") + error);

        assertEquals(error, played.relayed().get(1));
        assertEquals("", played.finished());
    }

    @Test
    void an_overflow_error_is_withheld() {
        ReplySplicer splicer =
                ChatDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String error = unnamed("{'error':{'message':'too long','code':'context_length_exceeded'}}");

        assertEquals("", SplicedReplies.feed(splicer, role("c1") + error));
        ReplyRound round = splicer.endRound();

        assertTrue(round.isWithheld());
        String answer = role("c2") + text("c2", "b") + end("c2", "stop") + DONE;
        assertEquals(answer, SplicedReplies.feed(splicer, answer));
    }

    @Test
    void an_error_of_a_later_round_is_written_as_an_event() {
        ReplySplicer splicer = ChatDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED);
        SplicedReplies.feed(splicer, role("c1") + call("c1", 0, "recall") + end("c1", "tool_calls") + DONE);
        splicer.endRound();

        assertEquals(
                unnamed("{'error':{}}"),
                splicer.fail(Bytes.of("{\"error\":{}}")).utf8());
    }
}
