package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SplicingToolCodecTest {
    private static final List<LocalTool> TOOLS = List.of(
            new LocalTool("recall", "Brings \"back\".", Bytes.of("{\"type\":\"object\" }")),
            new LocalTool("memory_get", "Gets.", Bytes.of("{\"type\":\"object\"}")));

    private static String added(Dialect dialect, String body) {
        Wire wire = Dialects.of(dialect);
        Request request = wire.decode(Bytes.of(SplicedReplies.quoted(body)));
        return RequestRewriter.apply(request, wire.localTools().addTools(request, TOOLS))
                .utf8()
                .replace('"', '\'');
    }

    @Test
    void tools_are_added_last_in_the_format_of_the_dialect() {
        assertEquals(
                "{'tools': ["
                        + " {'name':'Bash','cache_control':{'type':'ephemeral'}},{'name':'recall','description':'Brings"
                        + " \\'back\\'.','input_schema':{'type':'object'"
                        + " }},{'name':'memory_get','description':'Gets.','input_schema':{'type':'object'}}"
                        + " ],'messages':[]}",
                added(
                        MessagesDialect.NAME,
                        "{'tools': [ {'name':'Bash','cache_control':{'type':'ephemeral'}} ],'messages':[]}"));
        assertEquals(
                "{'store':false,'input':[],'tools':[{'type':'web_search'},{'type':'function','name':'recall','description':'Brings"
                    + " \\'back\\'.','parameters':{'type':'object'"
                    + " },'strict':false},{'type':'function','name':'memory_get','description':'Gets.','parameters':{'type':'object'},'strict':false}]}",
                added(ResponsesDialect.NAME, "{'store':false,'input':[],'tools':[{'type':'web_search'}]}"));
        assertEquals(
                "{'tools':[{'type':'function','function':{'name':'x'}},{'type':'function','function':{'name':'recall','description':'Brings"
                    + " \\'back\\'.','parameters':{'type':'object'"
                    + " }}},{'type':'function','function':{'name':'memory_get','description':'Gets.','parameters':{'type':'object'}}}],'messages':[]}",
                added(ChatDialect.NAME, "{'tools':[{'type':'function','function':{'name':'x'}}],'messages':[]}"));
    }

    /** The next request could refer to the stored response, in which a local call has no result. */
    @Test
    void no_tools_are_added_if_the_provider_stores_the_conversation() {
        for (String kept : List.of("", "'store':true,", "'store':null,")) {
            String body = "{" + kept + "'input':[],'tools':[{'type':'web_search'}]}";
            assertEquals(body, added(ResponsesDialect.NAME, body));
        }
    }

    @Test
    void no_tools_are_added_without_a_tool_list_or_with_a_tool_of_the_same_name() {
        for (String body : List.of(
                "{'input':[{'type':'additional_tools','tools':[{'type':'custom','name':'exec'}]}]}",
                "{'store':false,'input':[],'tools':[]}",
                "{'store':false,'input':[],'tools':[{'type':'function','name':'recall'}]}")) {
            assertEquals(body, added(ResponsesDialect.NAME, body));
        }
        String several = "{'n':2,'tools':[{'type':'function','function':{'name':'x'}}],'messages':[]}";
        assertEquals(several, added(ChatDialect.NAME, several));
        String same = "{'tools':[{'type':'function','function':{'name':'recall'}}],'messages':[]}";
        assertEquals(same, added(ChatDialect.NAME, same));
    }

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void an_answer_without_rounds_has_no_hidden_calls(Dialect dialect) {
        assertTrue(Dialects.of(dialect).localTools().hiddenCalls(List.of()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void nothing_is_restored_outside_the_history(Dialect dialect) {
        Wire wire = Dialects.of(dialect);
        Request request = wire.decode(Bytes.of("{}"));

        assertEquals(List.of(), wire.localTools().restore(request, 0, new HiddenCalls(List.of())));
        assertEquals(List.of(), wire.localTools().restore(request, -1, new HiddenCalls(List.of())));
    }

    private static final String CALL = SplicedReplies.quoted("{'type':'tool_use','id':'t','name':'recall','input':{}}");
    private static final ReplyRound ROUND = SplicedReplies.of(
                    MessagesDialect.NAME,
                    ReplyForm.DOCUMENT,
                    SplicedReplies.quoted(
                            "{'content':[{'type':'text','text':'a'},{'type':'text','text':' '}," + CALL + "]}"))
            .rounds()
            .getFirst();
    private final LocalToolCodec codec = MessagesDialect.WIRE.localTools();

    @Test
    void answered_local_calls_are_stored_with_their_position_among_seen_items() {
        HiddenRound round = codec.hiddenCalls(List.of(SplicedReplies.answered(ROUND)))
                .orElseThrow()
                .rounds()
                .getFirst();

        assertEquals(
                List.of(new HiddenCalls.HiddenCall(
                        2,
                        Bytes.of(CALL),
                        Bytes.of(SplicedReplies.quoted(
                                "{'type':'tool_result','tool_use_id':'t','content':'found recall'}")))),
                round.calls());
        assertEquals(
                List.of(1, 0),
                round.seen().stream().map(HiddenCalls.SeenItem::length).toList());
        assertEquals(ItemKind.ASSISTANT, round.seen().getFirst().kind());
    }

    private static ReplyRound chatRound(String call, String finishReason) {
        String chunk =
                "{'choices':[{'index':0,'delta':{'role':'assistant','content':'b','tool_calls':[" + call + "]}}]}";
        String end = "{'choices':[{'index':0,'delta':{},'finish_reason':'" + finishReason + "'}]}";
        return SplicedReplies.of(
                        ChatDialect.NAME,
                        ReplyForm.STREAMED,
                        finishReason.isEmpty()
                                ? SplicedReplies.unnamed(chunk)
                                : SplicedReplies.unnamed(chunk, end) + "data: [DONE]\n\n")
                .rounds()
                .getFirst();
    }

    private static String chatCall(String arguments) {
        return "{'index':0,'id':'c','type':'function','function':{'name':'recall','arguments':'" + arguments + "'}}";
    }

    @Test
    void a_local_call_that_was_cut_off_is_not_answered() {
        String cut = chatCall("{\\u0022q\\u0022:");

        assertEquals(List.of(), chatRound(cut, "length").calls());
        assertEquals(List.of(), chatRound(cut, "").calls());
    }

    @Test
    void a_whole_local_call_is_answered_even_if_the_reply_stopped_early() {
        assertEquals(1, chatRound(chatCall("{}"), "length").calls().size());
        assertEquals(1, chatRound(chatCall("{}"), "").calls().size());
    }

    /** The model wrote them so, and is told what is wrong with them. */
    @Test
    void broken_arguments_in_a_complete_reply_are_answered() {
        assertEquals(1, chatRound(chatCall("{"), "tool_calls").calls().size());
    }

    @Test
    void a_local_call_needs_an_id_and_arguments() {
        assertEquals(
                List.of(),
                chatRound("{'index':0,'function':{'name':'recall','arguments':'{}'}}", "tool_calls")
                        .calls());
        assertEquals(
                List.of(),
                chatRound("{'index':0,'id':'c','function':{'name':'recall'}}", "tool_calls")
                        .calls());
    }

    /** The client sees neither call, so what it sends back must be compared without them. */
    @Test
    void a_cut_call_is_not_stored_as_seen() {
        HiddenCalls hidden = ChatDialect.WIRE
                .localTools()
                .hiddenCalls(List.of(
                        SplicedReplies.answered(chatRound(chatCall("{}"), "tool_calls")),
                        SplicedReplies.answered(chatRound(chatCall("{"), "length"))))
                .orElseThrow();

        assertEquals(
                List.of(ItemKind.ASSISTANT, ItemKind.ASSISTANT),
                hidden.seen().stream().map(HiddenCalls.SeenItem::kind).toList());
        assertEquals(
                List.of(1, 0),
                hidden.rounds().stream().map(round -> round.calls().size()).toList());
    }

    @Test
    void a_local_call_without_a_result_is_not_stored() {
        assertEquals(Optional.empty(), codec.hiddenCalls(List.of(new AnsweredRound(ROUND, List.of()))));
    }
}
