package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MessagesToolCodecTest {
    @Test
    void a_continuation_contains_the_blocks_and_results_without_empty_texts() {
        String blocks =
                "{'type':'thinking','thinking':'hm','signature':'s'},%s{'type':'tool_use','id':'t1','name':'recall','input':{}},{'type':'tool_use','id':'t2','name':'memory_get','input':{}}";
        SplicedReplies played = SplicedReplies.of(
                MessagesDialect.NAME,
                ReplyForm.DOCUMENT,
                SplicedReplies.quoted("{'content':[" + blocks.formatted("{'type':'text','text':' '},") + "]}"));

        List<Bytes> elements = MessagesDialect.WIRE
                .localTools()
                .continuation(SplicedReplies.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        "{'role':'assistant','content':[" + blocks.formatted("") + "]}",
                        "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'found"
                                + " recall'},{'type':'tool_result','tool_use_id':'t2','content':'found memory_get'}]}"),
                elements.stream().map(one -> one.utf8().replace('"', '\'')).toList());
    }

    private static final MessagesToolCodec CODEC = new MessagesToolCodec();

    private static ReplyRound calls(String blocks) {
        String body = SplicedReplies.quoted("{'content':[" + blocks + "]}");
        return SplicedReplies.of(MessagesDialect.NAME, ReplyForm.DOCUMENT, body)
                .rounds()
                .getFirst();
    }

    @Test
    void local_calls_are_distinguished_from_client_calls() {
        String recall = "{'type':'tool_use','id':'t1','name':'recall','input':{'q': 1}}";
        Bytes raw = Bytes.of(SplicedReplies.quoted(recall));

        ReplyRound found = calls("{'type':'text','text':'recall'}," + recall
                + ",{'type':'tool_use','id':'t2','name':'Bash','input':{}}");

        LocalCall call = new LocalCall("t1", "recall", Bytes.of("{\"q\": 1}"), raw);
        assertEquals(List.of(call), found.calls());
        assertTrue(found.hasClientCalls());
    }

    @Test
    void a_server_tool_call_is_neither_local_nor_a_client_call() {
        assertFalse(calls("{'type':'server_tool_use','id':'s','name':'web_search','input':{}}")
                .hasClientCalls());
    }

    @Test
    void a_local_call_with_incomplete_input_is_ignored() {
        ReplyRound found = calls("{'type':'tool_use','id':'t1','name':'recall','input':'{\\'q'}");

        assertEquals(List.of(), found.calls());
        assertFalse(found.hasClientCalls());
    }

    private static final LocalCall CALL = new LocalCall("t", "recall", Bytes.EMPTY, Bytes.EMPTY);

    @Test
    void a_result_contains_its_call_id_and_whether_it_failed() {
        assertEquals(
                SplicedReplies.quoted("{'type':'tool_result','tool_use_id':'t','content':'a\\n'}"),
                CODEC.result(CALL, new LocalResult("t", "a\n", false)).utf8());
        assertEquals(
                SplicedReplies.quoted("{'type':'tool_result','tool_use_id':'t','content':'failed','is_error':true}"),
                CODEC.result(CALL, new LocalResult("t", " ", true)).utf8());
    }

    private static Bytes error(String type, String message) {
        return Bytes.of(
                SplicedReplies.quoted("{'type':'error','error':{'type':'" + type + "','message':'" + message + "'}}"));
    }

    @Test
    void the_overflow_error_of_anthropic_is_recognised() {
        Bytes body = error("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");

        assertEquals(
                Optional.of(new Overflow(OptionalLong.of(210_000), OptionalLong.of(200_000))),
                CODEC.overflow(400, body));
        assertEquals(Optional.empty(), CODEC.overflow(429, body));
    }

    @Test
    void other_errors_are_no_overflow() {
        assertEquals(Optional.empty(), CODEC.overflow(400, error("rate_limit_error", "prompt is too long")));
        assertEquals(Optional.empty(), CODEC.overflow(400, error("invalid_request_error", "bad")));
        assertEquals(Optional.empty(), CODEC.overflow(400, Bytes.of("prompt is too long")));
    }
}
