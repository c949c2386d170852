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
import dev.throughline.wire.reply.PlayedReplies;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MessagesToolCodecTest {
    @Test
    void a_round_goes_on_with_what_was_said_and_its_results_but_without_empty_texts() {
        String said =
                "{'type':'thinking','thinking':'hm','signature':'s'},%s{'type':'tool_use','id':'t1','name':'recall','input':{}},{'type':'tool_use','id':'t2','name':'memory_get','input':{}}";
        PlayedReplies played = PlayedReplies.of(
                MessagesDialect.NAME,
                ReplyForm.DOCUMENT,
                PlayedReplies.quoted("{'content':[" + said.formatted("{'type':'text','text':' '},") + "]}"));

        List<Bytes> elements = MessagesDialect.WIRE
                .localTools()
                .continuation(PlayedReplies.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        "{'role':'assistant','content':[" + said.formatted("") + "]}",
                        "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'found"
                                + " recall'},{'type':'tool_result','tool_use_id':'t2','content':'found memory_get'}]}"),
                elements.stream().map(one -> one.utf8().replace('"', '\'')).toList());
    }

    private static final MessagesToolCodec CODEC = new MessagesToolCodec();

    private static ReplyRound calls(String blocks) {
        String body = PlayedReplies.quoted("{'content':[" + blocks + "]}");
        return PlayedReplies.of(MessagesDialect.NAME, ReplyForm.DOCUMENT, body)
                .rounds()
                .getFirst();
    }

    @Test
    void local_calls_are_told_from_the_clients() {
        String recall = "{'type':'tool_use','id':'t1','name':'recall','input':{'q': 1}}";
        Bytes raw = Bytes.of(PlayedReplies.quoted(recall));

        ReplyRound found = calls("{'type':'text','text':'recall'}," + recall
                + ",{'type':'tool_use','id':'t2','name':'Bash','input':{}}");

        LocalCall call = new LocalCall("t1", "recall", Bytes.of("{\"q\": 1}"), raw);
        assertEquals(List.of(call), found.calls());
        assertTrue(found.hasClientCalls());
    }

    @Test
    void what_the_provider_runs_itself_is_nobodys_call() {
        assertFalse(calls("{'type':'server_tool_use','id':'s','name':'web_search','input':{}}")
                .hasClientCalls());
    }

    @Test
    void a_local_call_whose_input_was_cut_is_no_call() {
        ReplyRound found = calls("{'type':'tool_use','id':'t1','name':'recall','input':'{\\'q'}");

        assertEquals(List.of(), found.calls());
        assertFalse(found.hasClientCalls());
    }

    private static final LocalCall CALL = new LocalCall("t", "recall", Bytes.EMPTY, Bytes.EMPTY);

    @Test
    void a_result_names_its_call_and_says_whether_it_failed() {
        assertEquals(
                PlayedReplies.quoted("{'type':'tool_result','tool_use_id':'t','content':'a\\n'}"),
                CODEC.result(CALL, new LocalResult("t", "a\n", false)).utf8());
        assertEquals(
                PlayedReplies.quoted("{'type':'tool_result','tool_use_id':'t','content':'failed','is_error':true}"),
                CODEC.result(CALL, new LocalResult("t", " ", true)).utf8());
    }

    private static Bytes error(String type, String message) {
        return Bytes.of(
                PlayedReplies.quoted("{'type':'error','error':{'type':'" + type + "','message':'" + message + "'}}"));
    }

    @Test
    void the_words_of_anthropic_are_understood() {
        Bytes body = error("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");

        assertEquals(
                Optional.of(new Overflow(OptionalLong.of(210_000), OptionalLong.of(200_000))),
                CODEC.overflow(400, body));
        assertEquals(Optional.empty(), CODEC.overflow(429, body));
    }

    @Test
    void other_errors_are_not_meant() {
        assertEquals(Optional.empty(), CODEC.overflow(400, error("rate_limit_error", "prompt is too long")));
        assertEquals(Optional.empty(), CODEC.overflow(400, error("invalid_request_error", "bad")));
        assertEquals(Optional.empty(), CODEC.overflow(400, Bytes.of("prompt is too long")));
    }
}
