package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.reply.SplicedReplies;
import dev.throughline.wire.sse.SseEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChatToolCodecTest {
    @Test
    void a_continuation_contains_the_message_without_empty_members() {
        String calls = "'tool_calls':[{'id':'c','type':'function','function':{'name':'recall','arguments':'{}'}}]";
        SplicedReplies played = SplicedReplies.of(
                ChatDialect.NAME,
                ReplyForm.DOCUMENT,
                SplicedReplies.quoted(
                        "{'choices':[{'message':{'role':'assistant','content':null,'refusal':null,'annotations':[],'reasoning_content':'hm',"
                                + calls + "},'finish_reason':'tool_calls'}]}"));

        List<Bytes> elements = ChatDialect.WIRE
                .localTools()
                .continuation(SplicedReplies.answered(played.rounds().getFirst()));

        assertEquals(
                List.of(
                        SplicedReplies.quoted(
                                "{'role':'assistant','content':null,'reasoning_content':'hm'," + calls + "}"),
                        SplicedReplies.quoted("{'role':'tool','tool_call_id':'c','content':'found recall'}")),
                elements.stream().map(Bytes::utf8).toList());
    }

    private static final ChatToolCodec CODEC = new ChatToolCodec();

    private static ReplyRound calls(String members) {
        String body = SplicedReplies.quoted(
                "{'choices':[{'message':{'role':'assistant'," + members + "},'finish_reason':'stop'}]}");
        return SplicedReplies.of(ChatDialect.NAME, ReplyForm.DOCUMENT, body)
                .rounds()
                .getFirst();
    }

    @Test
    void the_arguments_of_a_local_call_are_unescaped() {
        ReplyRound found = calls(
                "'tool_calls':[{'id':'c1','type':'function','function':{'name':'recall','arguments':'{\\u0022q\\u0022:1}'}}]");

        assertEquals("{\"q\":1}", found.calls().getFirst().arguments().utf8());
        assertFalse(found.hasClientCalls());
    }

    @Test
    void calls_of_other_tools_are_client_calls() {
        assertTrue(calls("'tool_calls':[{'id':'c','type':'custom','custom':{'name':'x','input':''}}]")
                .hasClientCalls());
        assertTrue(calls("'function_call':{'name':'x','arguments':''}").hasClientCalls());
        assertFalse(calls("'content':'a'").hasClientCalls());
    }

    @Test
    void seen_texts_are_stored_as_hash_and_length_and_hidden_calls_with_their_position() {
        String recall =
                SplicedReplies.quoted("{'id':'c1','type':'function','function':{'name':'recall','arguments':'{}'}}");
        String bash =
                SplicedReplies.quoted("{'id':'c2','type':'function','function':{'name':'Bash','arguments':'{}'}}");
        SplicedReplies played = SplicedReplies.of(
                ChatDialect.NAME,
                ReplyForm.DOCUMENT,
                SplicedReplies.quoted(
                        "{'choices':[{'message':{'role':'assistant','content':'a😀','reasoning':'hm','tool_calls':["
                                + bash + "," + recall + "]},'finish_reason':'tool_calls'}]}"));

        Optional<HiddenCalls> hidden = CODEC.hiddenCalls(
                List.of(SplicedReplies.answered(played.rounds().getFirst())));

        HiddenRound expected = new HiddenRound(
                List.of(
                        new SeenItem(ItemKind.REASONING, Hash.of("hm"), 2),
                        new SeenItem(ItemKind.ASSISTANT, Hash.of("a😀"), 3),
                        new SeenItem(ItemKind.TOOL_CALL, CODEC.id(Bytes.of(bash)), 0)),
                List.of(new HiddenCall(
                        3,
                        Bytes.of(recall),
                        Bytes.of(SplicedReplies.quoted(
                                "{'role':'tool','tool_call_id':'c1','content':'found recall'}")))),
                true);
        assertEquals(Optional.of(new HiddenCalls(List.of(expected))), hidden);
    }

    private static final Optional<Overflow> BOTH =
            Optional.of(new Overflow(OptionalLong.of(9_000), OptionalLong.of(8_192)));

    private static Bytes json(String text) {
        return Bytes.of(SplicedReplies.quoted(text));
    }

    @Test
    void overflow_errors_of_many_servers_are_recognised() {
        String words = "This model`s maximum context length is 8192 tokens. However, you requested 9000 tokens";

        assertEquals(
                BOTH,
                CODEC.overflow(400, json("{'error':{'code':'context_length_exceeded','message':'" + words + "'}}")));
        assertEquals(BOTH, CODEC.overflow(400, json("{'object':'error','message':'" + words + "','code':400}")));
        assertEquals(BOTH, CODEC.overflow(400, json("{'detail':'" + words + "'}")));
        assertEquals(Optional.empty(), CODEC.overflow(429, json("{'detail':'" + words + "'}")));
    }

    @Test
    void an_overflow_message_in_an_answer_is_no_error() {
        SseEvent chunk = SseEvent.of(Bytes.of(SplicedReplies.unnamed("{'message':'prompt is too long','choices':[]}")));
        assertFalse(new ChatEventSplicer(_ -> false).isError(chunk));
    }

    private static final LocalCall CALL = new LocalCall("c", "recall", Bytes.EMPTY, Bytes.EMPTY);

    @Test
    void a_result_is_a_tool_message() {
        assertEquals(
                SplicedReplies.quoted("{'role':'tool','tool_call_id':'c','content':'a\\n'}"),
                CODEC.result(CALL, new LocalResult("c", "a\n", false)).utf8());
    }
}
