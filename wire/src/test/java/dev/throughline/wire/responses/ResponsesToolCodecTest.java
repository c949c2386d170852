package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponsesToolCodecTest {
    @Test
    void a_continuation_contains_the_items_and_their_outputs() {
        String reasoning = SplicedReplies.quoted("{'type':'reasoning','id':'rs','summary':[],'encrypted_content':'e'}");
        String call = SplicedReplies.quoted(
                "{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':'{}','status':'completed'}");
        SplicedReplies played = SplicedReplies.of(
                ResponsesDialect.NAME, ReplyForm.DOCUMENT, "{\"output\":[" + reasoning + "," + call + "]}");

        List<Bytes> elements = ResponsesDialect.WIRE
                .localTools()
                .continuation(SplicedReplies.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        reasoning,
                        call,
                        SplicedReplies.quoted("{'type':'function_call_output','call_id':'c','output':'found recall'}")),
                elements.stream().map(Bytes::utf8).toList());
    }

    private static final ResponsesToolCodec CODEC = new ResponsesToolCodec();

    private static ReplyRound calls(String items) {
        String body = SplicedReplies.quoted("{'output':[" + items + "]}");
        return SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.DOCUMENT, body)
                .rounds()
                .getFirst();
    }

    @Test
    void the_arguments_of_a_local_call_are_unescaped() {
        ReplyRound found = calls(
                "{'type':'function_call','call_id':'c1','name':'recall','arguments':'{\\u0022q\\u0022:1}'},{'type':'custom_tool_call','call_id':'c2','name':'memory_get','input':'x'}");

        assertEquals("{\"q\":1}", found.calls().getFirst().arguments().utf8());
        assertEquals("c1", found.calls().getFirst().id());
        assertEquals("x", found.calls().getLast().arguments().utf8());
        assertFalse(found.hasClientCalls());
    }

    @Test
    void every_kind_of_call_that_the_client_answers_is_a_client_call() {
        assertTrue(calls("{'type':'custom_tool_call','call_id':'c','name':'apply_patch','input':''}")
                .hasClientCalls());
        assertTrue(calls("{'type':'local_shell_call','call_id':'c'}").hasClientCalls());
        assertTrue(calls("{'type':'function_call','call_id':'c','namespace':'x','name':'recall','arguments':''}")
                .hasClientCalls());
        assertFalse(calls("{'type':'web_search_call','id':'w'}").hasClientCalls());
    }

    @Test
    void a_result_has_the_kind_of_its_call() {
        LocalResult result = new LocalResult("c", "a\"b", true);
        LocalCall function = new LocalCall("c", "recall", Bytes.EMPTY, Bytes.of("{\"type\":\"function_call\"}"));
        LocalCall custom = new LocalCall("c", "recall", Bytes.EMPTY, Bytes.of("{\"type\":\"custom_tool_call\"}"));

        assertEquals(
                SplicedReplies.quoted("{'type':'function_call_output','call_id':'c','output':'a\\\"b'}"),
                CODEC.result(function, result).utf8());
        assertEquals(
                SplicedReplies.quoted("{'type':'custom_tool_call_output','call_id':'c','output':'a\\\"b'}"),
                CODEC.result(custom, result).utf8());
    }

    private static Bytes json(String text) {
        return Bytes.of(SplicedReplies.quoted(text));
    }

    @Test
    void the_overflow_code_is_found_in_all_error_formats() {
        String error = "{'code':'context_length_exceeded','message':'Your input exceeds the context window'}";

        assertTrue(CODEC.overflow(400, json("{'error':" + error + "}")).isPresent());
        assertTrue(CODEC.overflow(400, json("{'type':'response.failed','response':{'error':" + error + "}}"))
                .isPresent());
        assertTrue(CODEC.overflow(400, json("{'type':'error','code':'context_length_exceeded','message':'m'}"))
                .isPresent());
    }

    @Test
    void other_errors_are_no_overflow() {
        assertEquals(Optional.empty(), CODEC.overflow(400, json("{'error':{'code':'invalid_prompt','message':'no'}}")));
        assertEquals(
                Optional.empty(),
                CODEC.overflow(
                        400,
                        json("{'error':{'code':'rate_limit_exceeded','message':'prompt is too long for your tokens"
                                + " per minute'}}")));
        assertEquals(Optional.empty(), CODEC.overflow(500, Bytes.of("oops")));
    }
}
